// For the tests of undo: a real folder, the built-in tools, and a model that makes the calls it is given.
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { createAgent } from "../../agent/create-agent.ts"
import type { AgentOptions } from "../../agent/options.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { UndoReport } from "../../features/undo/undo.ts"
import { call, scripted } from "../../model/scripted.ts"
import { memory } from "../../store/memory.ts"

export type Wanted = readonly [tool: string, input: JsonObject]

export function aFolder() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pawl-undo-")))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string) => join(folder, name)
  return {
    folder,
    path,
    put: (name: string, content: string) => writeFileSync(path(name), content),
    read: (name: string) => (existsSync(path(name)) ? readFileSync(path(name), "utf8") : null),
  }
}

/** Each input is a list of calls, as JSON; plain text is answered with text. */
export const obedient = scripted(({ messages, said }) => {
  const words = messages.at(-1)?.role === "user" ? said : ""
  const wanted = words.startsWith("[[") ? (JSON.parse(words) as readonly Wanted[]) : []
  return wanted.length === 0 ? "Done." : { calls: wanted.map(([name, input]) => call(name, input)) }
})

export async function working(workspace: string, options: Partial<AgentOptions> = {}) {
  const agent = await createAgent({ model: obedient, workspace, approve: "auto", store: memory(), ...options })
  const session = await agent.open({ id: "s" })
  const turn = (...wanted: readonly Wanted[]) => session.ask(JSON.stringify(wanted))
  return { agent, session, turn, [Symbol.asyncDispose]: () => agent.close() }
}

export function outcomesOf({ files }: UndoReport): Readonly<Record<string, string>> {
  return Object.fromEntries(files.map(({ path, outcome }) => [path, outcome]))
}

export function reasonsOf({ files }: UndoReport): Readonly<Record<string, string>> {
  return Object.fromEntries(files.flatMap(({ path, why }) => (why === undefined ? [] : [[path, why]])))
}
