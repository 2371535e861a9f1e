// A turn that changes files, and a rewind of it. A process that is killed plays it first, and another plays it again.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"

export const BEFORE = { "a.txt": "one", "b.txt": "two", "c.txt": null, "d.txt": "four" } as const

const model = scripted(({ results }) =>
  results.length > 0
    ? "Done."
    : {
        calls: [
          call("write_file", { path: "a.txt", content: "ONE" }),
          call("move_file", { from: "b.txt", to: "c.txt" }),
          call("delete_file", { path: "d.txt" }),
        ],
      },
)

export function prepare(workspace: string): void {
  for (const [name, content] of Object.entries(BEFORE))
    if (content !== null) writeFileSync(join(workspace, name), content)
}

export function filesIn(workspace: string): Readonly<Record<string, string | null>> {
  const read = (name: string) =>
    existsSync(join(workspace, name)) ? readFileSync(join(workspace, name), "utf8") : null
  return Object.fromEntries(Object.keys(BEFORE).map((name) => [name, read(name)]))
}

/** Every command has an id, so that it is carried out once however often the story is played. */
export async function play(folder: string, workspace: string, open: Parameters<typeof sqlite>[1] = {}) {
  const store = await sqlite(join(folder, "pawl.db"), open)
  const agent = await createAgent({ store, model, workspace, approve: "auto" })
  try {
    const session = await agent.open({ id: "s" })
    await session.ask("go", { id: "say" })
    const report = await session.rewind({ turn: 1, what: "both", id: "back" })
    return { report, facts: await session.facts(), messages: await session.messages(), row: await session.info() }
  } finally {
    await agent.close({ deadlineMs: 2000 })
    await store.close()
  }
}
