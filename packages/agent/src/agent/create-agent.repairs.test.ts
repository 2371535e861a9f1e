// Names and arguments that are slightly wrong, from the model's answer to the tool: what was shown is what runs, and
// events, log and model all say so (L15, FM-5, FM-8, FM-9).
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { JsonObject } from "../contracts/json.ts"
import { call, scripted } from "../model/scripted.ts"
import { settleAs } from "../session/__fixtures__/settle-as.ts"
import type { Decision } from "../session/handle.ts"
import { type Tool, tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

let home: string
let workspace: string

beforeEach(() => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "pawl-repairs-")))
  home = join(place, "home")
  workspace = join(place, "work")
  mkdirSync(join(home, "Desktop"), { recursive: true })
  mkdirSync(workspace)
  vi.stubEnv("HOME", home)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(join(home, ".."), { recursive: true })
})

function world(more: Partial<Tool> = {}) {
  const ran: unknown[] = []
  const input = {
    type: "object",
    properties: { path: { type: "string" }, count: { type: "number" } },
    required: ["path"],
  } as const
  const run = (given: unknown) => `ran ${ran.push(given)}`
  return {
    ran,
    tools: [tool({ name: "move_file", description: "", input, localPaths: {}, effect: "once", run, ...more })],
  }
}

const calling = (name: string, given: JsonObject) =>
  scripted(({ results }) => (results.length === 0 ? { calls: [call(name, given)] } : (results.at(-1)?.text ?? "")))

async function play(options: Partial<AgentOptions> & Pick<AgentOptions, "model">, decide: () => Decision = approved) {
  await using agent = await createAgent({ ...options })
  const session = await agent.open()
  let shown: unknown
  let text = ""
  for await (const event of session.send("go")) {
    if (event.type === "approval-requested") {
      shown = { name: event.name, arguments: event.arguments, repairs: event.repairs }
      await settleAs(session, event.call, decide())
    }
    if (event.type === "turn-end") text = event.text
  }
  const facts = await session.facts()
  return { shown, text, started: facts.find((fact) => fact.type === "tool-started") }
}

const approved = (): Decision => ({ decision: "approved" })

describe("a call that needs a repair", () => {
  const repairs = ['"rename_file" is taken as "move_file"', '"file_path" is taken as "path"']

  it("is shown, recorded, run and reported as repaired (L15, FM-5)", async () => {
    const { ran, tools } = world()
    const model = calling("rename_file", { file_path: "a", count: "2" })
    const { shown, started, text } = await play({ model, tools })
    const meant = { name: "move_file", arguments: { path: "a", count: 2 } }
    const all = [...repairs, '"count" was the text "2", taken as a number']
    expect(shown).toEqual({ ...meant, repairs: all })
    expect(started).toMatchObject({ ...meant, asked: "rename_file", repairs: all })
    expect(ran).toEqual([meant.arguments])
    expect(text).toBe(`ran 1\n[${all.join("; ")}]`)
  })

  it("is covered by a grant for the resolved tool", async () => {
    const { ran, tools } = world()
    const grants = [{ tool: "move_file", scope: "always", where: { path: "docs/*" } }] as const
    const { shown } = await play({ model: calling("rename_file", { file_path: "docs/a" }), tools, grants })
    expect(shown).toBeUndefined()
    expect(ran).toEqual([{ path: "docs/a" }])
  })

  it("accepts aliases from the agent's options", async () => {
    const { ran, tools } = world()
    const model = calling("shift", { path: "a" })
    await play({ model, tools, approve: "auto", aliases: { shift: "move_file" } })
    expect(ran).toHaveLength(1)
  })

  it("is not run when it may mean two tools, and the model is told which (L15)", async () => {
    const { ran, tools } = world()
    const [first] = tools
    const two = ["a", "b"].map((server) => ({
      ...(first as Tool),
      name: `${server}__move_file`,
      origin: { server, tool: "move_file" },
    }))
    const { text, started } = await play({ model: calling("move_file", { path: "a" }), tools: two, approve: "auto" })
    expect(text).toBe(
      '"move_file" may mean one of several tools: a__move_file, b__move_file. Call one of them by its full name.',
    )
    expect({ ran, started }).toEqual({ ran: [], started: undefined })
  })

  it("goes to the folder that was shown, whatever files appeared since (FM-9)", async () => {
    const { ran, tools } = world({ name: "put_file" })
    const model = calling("put_file", { path: "Desktop" })
    const { shown } = await play({ model, tools, workspace }, () => {
      mkdirSync(join(workspace, "Desktop"))
      return approved()
    })
    expect(shown).toMatchObject({ arguments: { path: join(home, "Desktop") } })
    expect(ran).toEqual([{ path: join(home, "Desktop") }])
  })

  it("runs with a person's edited arguments exactly as given", async () => {
    const { ran, tools } = world()
    const edited = { decision: "approved", arguments: { path: "~/b" } } as const
    const { started } = await play({ model: calling("move_file", { file_path: "a" }), tools }, () => edited)
    expect(ran).toEqual([{ path: "~/b" }])
    expect(started).toMatchObject({ arguments: { path: "~/b" }, repairs: [] })
  })
})

describe("built-in tools", () => {
  it("cannot leave the workspace through a name that may exist there later", async () => {
    mkdirSync(join(home, "Documents"))
    const model = calling("write_file", { path: "Documents/notes.txt", content: "mine" })
    const { started } = await play({ model, workspace })
    expect(started).toMatchObject({ arguments: { path: "Documents/notes.txt" }, repairs: [] })
    expect(readFileSync(join(workspace, "Documents/notes.txt"), "utf8")).toBe("mine")
  })

  it("resolve ~ to the home folder, and refuse it when that is outside", async () => {
    const model = calling("write_file", { path: "~/notes.txt", content: "mine" })
    const { text } = await play({ model, workspace })
    expect(text).toContain(`"${join(home, "notes.txt")}" is outside the workspace`)
    expect(existsSync(join(workspace, "~"))).toBe(false)
  })
})
