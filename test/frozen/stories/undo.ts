// Profile terminal with a real folder: files are written, edited,
// moved, deleted and restored; rewinds, a fork, checkpoints.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { call } from "@pawl/agent/testing"
import type { Stage, Story } from "../stage.ts"
import { act } from "./tools.ts"

const FILES = { "a.txt": "one\ntwo\nthree\n", "b.txt": "two\n", "d.txt": "four\n", "notes.md": "# Notes\n\nA word.\n" }

export const undo: Story = {
  name: "undo",
  async play(stage) {
    for (const [name, content] of Object.entries(FILES)) writeFileSync(join(stage.workspace, name), content)
    const model = stage.model("first", [
      { calls: [call("list_directory", { path: "." })] },
      { calls: [call("read_file", { path: "a.txt" })] },
      { calls: [call("edit_file", { path: "a.txt", old_text: "two", new_text: "TWO" })] },
      { calls: [call("move_file", { from: "b.txt", to: "sub/c.txt" })] },
      "I edited and moved.",
      { calls: [call("delete_file", { path: "d.txt" })] },
      { calls: [call("write_file", { path: "new.txt", content: "new\n" })] },
      { calls: [call("send", { path: "letter" })] },
      { calls: [call("search_files", { pattern: "TWO" })] },
      "I deleted, wrote and sent.",
      { calls: [call("write_file", { path: "a.txt", content: "all new\n" })] },
      "I wrote it anew.",
      "The fork goes its own way.",
      "I am back.",
    ])
    const { workspace } = stage
    const tools = [act(stage, "send", "once", { approval: false })]
    const options = { model, tools, workspace, profile: "terminal", approve: "auto" } as const
    await stage.with(options, async (agent) => {
      const session = await agent.open({ id: "undo" })
      const id = () => stage.command()
      const noted = (what: string, value: unknown) => (stage.results[what] = { value, files: filesIn(stage) })
      await stage.turn(session, "Edit a.txt and move b.txt.")
      await stage.turn(session, "Delete d.txt, write new.txt, send a letter.")
      noted("after two turns", await session.checkpoints())
      noted("would undo", await session.undo({ dryRun: true }))
      noted("undone last", await session.undo({ id: id(), by: "ada" }))
      noted("undone undo", await session.undo({ call: "restore:command-3", id: id() }))
      noted("undone turn 1", await session.undo({ turn: 1, id: id() }))
      await stage.turn(session, "Write a.txt anew.")
      writeFileSync(join(workspace, "a.txt"), "somebody else's\n")
      noted("refused", await session.undo({ turn: 3, id: id() }).catch((error: unknown) => error))
      noted("forced", await session.undo({ turn: 3, id: id(), force: true }).catch((error: unknown) => error))
      const fork = await session.fork({ title: "The other way" })
      await stage.turn(fork, "What now?")
      noted("rewound", await session.rewind({ turn: 2, what: "both", id: id() }))
      noted("changes", await session.changes())
      await stage.turn(session, "Are you back?")
    })
  },
}

function filesIn({ workspace }: Stage): unknown {
  if (!existsSync(workspace)) return {}
  const names = readdirSync(workspace, { recursive: true, withFileTypes: true })
  const paths = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return paths.sort().map((path) => [path.slice(workspace.length + 1), readFileSync(path, "utf8")])
}
