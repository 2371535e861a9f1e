// The approval modes, each with calls of every kind and risk, through the whole agent and a real folder.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAgent } from "../../agent/create-agent.ts"
import type { AgentOptions } from "../../agent/options.ts"
import type { AskedCall } from "../../contracts/answer.ts"
import { APPROVAL_MODES, type ApprovalMode } from "../../contracts/command.ts"
import type { Risk } from "../../contracts/fact.ts"
import { call, scripted } from "../../model/scripted.ts"
import type { Session } from "../../session/handle.ts"
import { memory } from "../../store/memory.ts"
import { tool } from "../../tools/tool.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-modes-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

const own = (name: string, risk: Risk, more: object = {}) =>
  tool({
    name,
    description: "Does something.",
    input: { type: "object", properties: { path: { type: "string" }, text: { type: "string" } } },
    effect: "once",
    risk,
    run: () => "done",
    ...more,
  })
const changes = ({ path }: { readonly path?: string }) => [String(path)]
const TOOLS = [
  own("look", "changes", { effect: "read" }),
  own("look-asking", "changes", { effect: "read", approval: true }),
  own("mail", "changes"),
  own("server-tool", "unknown"),
  own("wipe", "destructive"),
  own("patch", "changes", { changes }),
  own("patch-unknown", "unknown", { changes }),
  own("patch-destructive", "destructive", { changes }),
]

type Seen = "runs" | "asks" | "refused"

const [runs, asks, no] = ["runs", "asks", "refused"] as const
/** What becomes of a call: in the modes ask, edits, plan and auto. */
const TABLE: readonly (readonly [string, AskedCall, Seen, Seen, Seen, Seen])[] = [
  ["a call that looks", call("look", {}), runs, runs, runs, runs],
  ["a call that looks and needs approval", call("look-asking", {}), asks, asks, asks, runs],
  ["reading a file", call("read_file", { path: "a.txt" }), runs, runs, runs, runs],
  ["writing a file", call("write_file", { path: "new.txt", content: "x" }), asks, runs, no, runs],
  ["editing a file", call("edit_file", { path: "a.txt", old_text: "one", new_text: "1" }), asks, runs, no, runs],
  ["moving a file", call("move_file", { from: "a.txt", to: "a.txt.old" }), asks, runs, no, runs],
  ["deleting a file", call("delete_file", { path: "b.txt" }), asks, asks, no, asks],
  ["writing a protected file", call("write_file", { path: ".envrc", content: "x" }), asks, asks, no, asks],
  ["a command", call("run_command", { command: "touch c.txt" }), asks, asks, no, runs],
  ["a grave command", call("run_command", { command: "rm c.txt" }), asks, asks, no, asks],
  ["a command that writes elsewhere", call("run_command", { command: "touch ../c.txt" }), asks, asks, no, asks],
  ["a command that names the home folder", call("run_command", { command: "touch ~/c.txt" }), asks, asks, no, asks],
  ["an effect", call("mail", { text: "hello" }), asks, asks, no, runs],
  ["an effect outside of the workspace", call("mail", { path: "/srv/x" }), asks, asks, no, asks],
  ["an unknown effect", call("server-tool", {}), asks, asks, no, runs],
  ["a destructive effect", call("wipe", {}), asks, asks, no, asks],
  ["an edit by an own tool", call("patch", { path: "a.txt" }), asks, runs, no, runs],
  ["an edit outside of the workspace", call("patch", { path: "../a.txt" }), asks, asks, no, asks],
  ["an edit that may do more", call("patch-unknown", { path: "a.txt" }), asks, asks, no, runs],
  ["a destructive edit", call("patch-destructive", { path: "a.txt" }), asks, asks, no, asks],
]

async function agentFor(made: AskedCall, options: Partial<AgentOptions> = {}) {
  writeFileSync(join(folder, "a.txt"), "one\n")
  writeFileSync(join(folder, "b.txt"), "two\n")
  rmSync(join(folder, "a.txt.old"), { force: true })
  const model = scripted(({ results }) => results.at(-1)?.text ?? { calls: [made] })
  return createAgent({
    model,
    tools: TOOLS,
    workspace: folder,
    approvalModes: APPROVAL_MODES,
    ...options,
  } as AgentOptions)
}

/** Sends, and denies what is asked. */
async function seen(session: Session, approval?: ApprovalMode): Promise<Seen | undefined> {
  let asked = false
  for await (const event of session.send("Go.", approval === undefined ? {} : { approval })) {
    if (event.type !== "approval-requested") continue
    asked = true
    await session.decide(event, "deny")
  }
  const finished = (await session.facts()).findLast((fact) => fact.type === "tool-finished")
  if (asked) return "asks"
  return finished?.outcome === "ok" ? "runs" : finished?.outcome === "refused" ? "refused" : undefined
}

describe.each(TABLE)("%s", (_, made, ...expected) => {
  it.each(APPROVAL_MODES.map((mode, at) => [mode, expected[at]] as const))("in the mode %s: %s", async (mode, what) => {
    await using agent = await agentFor(made)
    const session = await agent.open()
    expect(await seen(session, mode)).toBe(what)
    const facts = await session.facts()
    expect(facts.find(({ type }) => type === "turn-started")).toMatchObject({ approval: mode })
    const code = facts.find((fact) => fact.type === "tool-finished")?.code
    expect(code === "plan-only").toBe(what === "refused")
  })
})

it("says in the fact of the call that the mode made asking unnecessary, and the change can be undone", async () => {
  await using agent = await agentFor(call("write_file", { path: "a.txt", content: "new" }))
  const session = await agent.open()
  await seen(session, "edits")
  expect((await session.facts()).find(({ type }) => type === "tool-started")).toMatchObject({ mode: "edits" })
  await session.undo()
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one\n")
})

it("asks in the mode edits when nothing is kept for undo", async () => {
  await using agent = await agentFor(call("write_file", { path: "a.txt", content: "new" }), { undo: false })
  expect(await seen(await agent.open(), "edits")).toBe("asks")
})

describe("a mode never allows what the agent forbids:", () => {
  it.each(["edits", "auto"] as const)("%s runs nothing that approve: deny refuses", async (mode) => {
    await using agent = await agentFor(call("write_file", { path: "new.txt", content: "x" }), { approve: "deny" })
    const session = await agent.open()
    expect(await seen(session, mode)).toBeUndefined()
    expect((await session.facts()).find((fact) => fact.type === "tool-finished")?.code).toBe("approval-denied")
  })

  it.each(["edits", "auto"] as const)("%s runs nothing that the function approve denies", async (mode) => {
    await using agent = await agentFor(call("write_file", { path: "n.txt", content: "x" }), { approve: () => "deny" })
    expect(await seen(await agent.open(), mode)).toBeUndefined()
  })

  it("auto runs nothing that permits refuses", async () => {
    await using agent = await agentFor(call("mail", {}), { permits: () => false })
    expect(await seen(await agent.open(), "auto")).toBe("refused")
  })

  it("plan refuses also with approve: auto, and what was granted", async () => {
    const grants = [{ tool: "mail", scope: "always" }] as const
    for (const options of [{ approve: "auto" }, { grants }] as const) {
      await using agent = await agentFor(call("mail", {}), options)
      const session = await agent.open()
      expect(await seen(session)).toBe("runs")
      expect(await seen(session, "plan")).toBe("refused")
    }
  })
})

describe("the modes that an agent allows", () => {
  it("are ask, edits and plan unless it says more", async () => {
    await using agent = await agentFor(call("mail", {}), { approvalModes: undefined } as never)
    const session = await agent.open()
    for (const mode of ["ask", "edits", "plan"] as const) expect(await seen(session, mode)).toBeDefined()
    expect(() => session.send("Go.", { approval: "auto" })).toThrow(/"auto" is not allowed here/)
    expect(() => session.send("Go.", { approval: "all" as never })).toThrow(/must be "ask", "edits", "plan" or "auto"/)
    expect((await session.info()).turns).toBe(3)
  })

  it("hold for the process that runs the turn, whichever sent it", async () => {
    const store = memory()
    await using sender = await agentFor(call("mail", {}), { store, run: "none" })
    await using runner = await agentFor(call("mail", {}), { store, run: "all", approvalModes: ["ask"] })
    const session = await sender.open({ id: "s" })
    expect(await seen(session, "auto")).toBe("asks")
    expect((await runner.open({ id: "s" })).id).toBe("s")
  })

  it("are checked when the agent is made", async () => {
    await expect(agentFor(call("mail", {}), { approvalModes: ["always"] as never })).rejects.toThrow(/approvalModes/)
  })
})

describe("input that joins a turn", () => {
  it.each([
    ["leaves its mode as it is", undefined, "asks"],
    ["changes its mode when it names one", "auto", "runs"],
  ] as const)("%s", async (_, approval, what) => {
    let said = () => {}
    const joined = new Promise<void>((resolve) => {
      said = resolve
    })
    const wait = tool({
      name: "wait",
      description: "Waits.",
      input: { type: "object" },
      effect: "read",
      run: () => joined.then(() => "ok"),
    })
    const replies = [{ calls: [call("wait", {})] }, { calls: [call("mail", {})] }]
    const model = scripted(() => replies.shift() ?? "Done.")
    await using agent = await createAgent({ model, tools: [...TOOLS, wait], approvalModes: APPROVAL_MODES })
    const session = await agent.open()
    let result = "runs"
    for await (const event of session.send("Go.", { approval: "ask" })) {
      if (event.type === "tool-call" && event.name === "wait") {
        await session.send("More.", { whenBusy: "steer", ...(approval && { approval }) }).accepted()
      }
      if (event.type === "input-added") said()
      if (event.type === "approval-requested") {
        result = "asks"
        await session.decide(event, "deny")
      }
    }
    expect(result).toBe(what)
    const inputs = (await session.transcript()).flatMap(({ messages }) =>
      messages.filter(({ role }) => role === "user"),
    )
    expect(inputs.map((each) => "approval" in each && each.approval)).toEqual(["ask", approval ?? false])
  })
})

it("a retried turn keeps its mode", async () => {
  let fails = true
  const model = scripted(({ results }) => {
    if (results.length === 0) return { calls: [call("mail", {})] }
    if (fails) throw Object.assign(new Error("no"), { status: 400 })
    return results.at(-1)?.text ?? ""
  })
  await using agent = await createAgent({ model, tools: TOOLS })
  const session = await agent.open()
  expect((await session.ask("Go.", { approval: "plan" })).outcome).toBe("failed")
  fails = false
  await (await session.retry()).result()
  const turns = (await session.facts()).filter((fact) => fact.type === "turn-started")
  expect(turns.map(({ approval }) => approval)).toEqual(["plan", "plan"])
})

it("a sub-agent works in the mode of the turn that gave it the task", async () => {
  const model = scripted(({ said, results }) => {
    const next = said === "Go." ? call("delegate", { task: "Mail it." }) : call("mail", {})
    return results.at(-1)?.text ?? { calls: [next] }
  })
  await using agent = await createAgent({ model, tools: TOOLS, delegation: true })
  const session = await agent.open()
  const { text } = await session.ask("Go.", { approval: "plan" })
  expect(text).toContain("in this turn you may only look")
})
