// What a plan must survive: a cancel, a restart without plans, a compaction, results too long for its router.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import { call, type Script, scripted } from "../../packages/agent/src/model/scripted.ts"
import { profileNamed } from "../../packages/agent/src/profiles/profiles.ts"
import { recordedRules } from "../../packages/agent/src/replay/recorded-rules.ts"
import { replaySession } from "../../packages/agent/src/replay/replay-session.ts"
import type { Session } from "../../packages/agent/src/session/handle.ts"
import { memory } from "../../packages/agent/src/store/memory.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import { isPlanning, shown, stepIn } from "./screenshots.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-plan-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const input = { type: "object", properties: { path: { type: "string" } } } as const
const LONG = `${"word ".repeat(4000)}the end is violet.`

const look = tool({
  name: "look",
  description: "Looks at a thing.",
  input,
  effect: "read",
  run: ({ path }) => `seen ${path}`,
})
const read = tool({ name: "read", description: "Reads a long text.", input, effect: "read", run: () => LONG })
const wait = tool({
  name: "wait",
  description: "Waits.",
  input,
  effect: "read",
  run: (_, { signal }) => new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("stopped"))),
})

async function replayed(session: Session) {
  const facts = await session.facts()
  return replaySession({ facts, rules: recordedRules(facts, profileNamed("default")) })
}

const agentFor = (script: Script, options: Partial<AgentOptions> = {}) =>
  createAgent({ model: scripted(script), tools: [look, read, wait], approve: "auto", orchestrate: true, ...options })

describe("a plan", () => {
  it("is cancelled with its turn while the tool of a step runs, and the next turn has its own plan", async () => {
    const script: Script = (request) => {
      if (isPlanning(request))
        return shown(request).includes("again")
          ? "1. [look] Look at b"
          : "1. [wait] Wait\n2. [look] Look at a (needs 1)"
      const step = stepIn(request)
      if (step === "Wait") return { calls: [call("wait")] }
      if (step !== "") return { calls: [call("look", { path: step.slice(-1) })] }
      return `Told: ${request.need("seen b")}`
    }
    await using agent = await agentFor(script)
    const session = await agent.open()
    let outcome = ""
    for await (const event of session.send("Wait.")) {
      if (event.type === "tool-call") await session.cancel()
      if (event.type === "turn-end") outcome = event.outcome
    }
    expect(outcome).toBe("cancelled")
    expect(await session.ask("And again.")).toMatchObject({ outcome: "completed", text: "Told: seen b" })
    expect(await replayed(session)).toMatchObject({ exact: true })
  })

  it("that another process began is finished by an agent without plans", async () => {
    const store = memory()
    const stuck: Script = (request) => (isPlanning(request) ? "1. [look] Look at a" : new Promise<never>(() => {}))
    const first = await agentFor(stuck, { store })
    const begun = await first.open({ id: "s" })
    for await (const event of begun.send("Look.")) if (event.type === "step-start") break
    await first.close()
    await using agent = await agentFor(() => "I go on without it.", { store, orchestrate: false })
    const session = await agent.open({ id: "s" })
    let text = ""
    for await (const event of session.events({ after: 0 })) {
      if (event.type !== "turn-end") continue
      text = event.text
      break
    }
    expect(text).toBe("I go on without it.")
    expect((await session.facts()).find(({ type }) => type === "plan-failed")).toMatchObject({
      why: "Plans are switched off.",
    })
  })

  it("shows a router the beginning of a long result, and the router reads the rest before it makes its call", async () => {
    const script: Script = (request) => {
      if (isPlanning(request)) return "1. [read] Read the text\n2. [look] Look at the colour it ends with (needs 1)"
      const step = stepIn(request)
      if (step === "Read the text") return { calls: [call("read")] }
      const all = shown(request)
      const [, id = ""] = /of (?:\d+) characters\. To read all of it: read_result with call "([^"]+)"/.exec(all) ?? []
      if (step !== "" && !all.includes("violet")) {
        request.needTool("read_result")
        expect(all.length).toBeLessThan(12_000)
        return { calls: [call("read_result", { call: id, offset: 19_900, length: 200 })] }
      }
      if (step !== "") return { calls: [call("look", { path: request.need("violet") })] }
      return `Told: ${request.need("seen violet")}`
    }
    await using agent = await agentFor(script, { workspace: folder })
    const session = await agent.open()
    expect(await session.ask("What colour?")).toMatchObject({ outcome: "completed", text: "Told: seen violet" })
    expect(await replayed(session)).toMatchObject({ exact: true })
  })

  it("goes on when its history is condensed", async () => {
    const steps = [1, 2, 3, 4].map((number) => `${number}. [read] Read part ${number}`)
    const script: Script = (request) => {
      if (request.request.system.startsWith("You condense")) return "Parts were read."
      if (isPlanning(request)) return `${steps.join("\n")}\n5. [look] Look at a (needs 4)`
      const step = stepIn(request)
      if (step.startsWith("Read")) return { calls: [call("read", { path: step })] }
      if (step !== "") return { calls: [call("look", { path: "a" })] }
      return `Told: ${request.need("seen a")}`
    }
    await using agent = await agentFor(script, { window: 12_000, workspace: folder })
    const session = await agent.open()
    expect(await session.ask("Read all parts.")).toMatchObject({ outcome: "completed", text: "Told: seen a" })
    const facts = await session.facts()
    expect(facts.filter(({ type }) => type === "history-compacted").length).toBeGreaterThan(0)
    expect(facts.filter(({ type }) => type === "plan-step-finished")).toHaveLength(5)
    expect(await replayed(session)).toMatchObject({ exact: true })
  })
})
