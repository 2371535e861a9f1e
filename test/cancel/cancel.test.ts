// Cancelled at any moment: the turn ends within a second, the history is one that providers accept, and the next turn works.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import { FAULT, node } from "../../packages/agent/src/mcp/__fixtures__/peers.ts"
import { call, type Script, scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import { work } from "../host/worker.ts"
import { eventually, Workshop } from "../host/workers.ts"
import { logObjections } from "../schedules/log-objections.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-cancel-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const never = <T>() => new Promise<T>(() => {})

const tools = [
  tool({
    name: "deaf",
    description: "Hears nothing.",
    input: {},
    approval: false,
    timeoutMs: 600_000,
    run: () => never<string>(),
  }),
  tool({ name: "pay", description: "Asks first.", input: {}, run: () => "paid" }),
  tool({
    name: "ask",
    description: "",
    input: {},
    effect: "read",
    question: () => ({ question: "Which?", suggestions: [] }),
    run: () => "",
  }),
  tool({ name: "think", description: "", input: {}, approval: false, preview: () => never<string>(), run: () => "" }),
]

/** A model that calls one tool, and answers what is said after the cancel. */
const calling =
  (name: string, args = {}): Script =>
  ({ said }) =>
    said === "after" ? "Ready again." : { text: "One moment. ", calls: [call(name, args)] }

interface Moment {
  readonly script: Script
  readonly options?: Partial<AgentOptions>
  /** The event at which somebody cancels. */
  readonly at: Event["type"]
  /** What is left of it must be gone. */
  readonly leaves?: () => readonly string[]
}

/** A sleep that only this test sleeps. In a sandbox processes have other numbers, but the same words. */
const SLEEP = `sleep 300.${process.pid}`

function sleepers(): readonly string[] {
  const commandOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
    } catch {
      return ""
    }
  }
  return readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && commandOf(pid).startsWith(SLEEP))
}

const moments: Readonly<Record<string, () => Moment>> = {
  "a model that says nothing": () => ({
    script: ({ said }) => (said === "after" ? "Ready again." : never()),
    at: "iteration-start",
  }),
  "a tool that hears nothing": () => ({ script: calling("deaf"), at: "tool-call" }),
  "an approval that nobody gives": () => ({
    script: calling("pay"),
    at: "approval-requested",
    options: { approve: "ask" },
  }),
  "a question that nobody answers": () => ({ script: calling("ask"), at: "question-asked" }),
  "the wait before a retry": () => ({
    script: ({ said }) =>
      said === "after"
        ? "Ready again."
        : { error: { class: "overloaded", code: "529", message: "busy" }, retryAfterMs: 3000 },
    at: "model-error",
  }),
  "the wait before a retry that freed the session": () => ({
    script: ({ said }) =>
      said === "after"
        ? "Ready again."
        : { error: { class: "rate-limit", code: "429", message: "in an hour" }, retryAfterMs: 50_000 },
    at: "model-error",
    options: { parkMs: 10 },
  }),
  "a call of an MCP server that hangs": () => ({
    script: calling("fault__hang"),
    at: "tool-call",
    options: { mcp: { mcpServers: { fault: { ...node(FAULT), env: { STARTS: join(folder, "starts") } } } } },
  }),
  "a command with children (F21)": () => ({
    script: calling("run_command", {
      command: `${SLEEP} & (trap '' TERM; ${SLEEP}) & sleep 0.1; echo begun; wait`,
    }),
    at: "tool-output",
    options: { workspace: folder },
    leaves: sleepers,
  }),
}

describe("cancelled while it waits for", { timeout: 60_000 }, () => {
  it.each(Object.keys(moments))("%s (L30, X14)", async (name) => {
    const { script, at, options = {}, leaves } = moments[name]!()
    const store = await sqlite(join(folder, "pawl.db"))
    const agent = await createAgent({ store, tools, approve: "auto", model: scripted(script), ...options })
    try {
      const session = await agent.open({ id: "s" })
      const began = { at: 0 }
      for await (const event of session.send("go", { id: "say-1" })) {
        if (event.type !== at || began.at > 0) continue
        if (leaves !== undefined) expect(leaves()).toHaveLength(2)
        began.at = performance.now()
        await session.cancel({ id: "stop" })
      }
      expect(performance.now() - began.at).toBeLessThan(1000)
      expect((await session.info()).status).toBe("idle")
      expect(await session.ask("after", { id: "say-2" })).toMatchObject({ outcome: "completed", text: "Ready again." })
      expect(
        logObjections(await session.facts(), ["say-1", "say-2", "stop"], effectsOf(await session.facts())),
      ).toEqual([])
      if (leaves !== undefined) await eventually("its processes are gone", () => leaves().length === 0)
    } finally {
      await agent.close()
      await store.close()
    }
  })

  it("somebody to take it over: the next one ends it", async () => {
    const shop = new Workshop()
    const first = await shop.worker("first")
    const store = await sqlite(join(shop.folder, "pawl.db"))
    const client = await createAgent({ store, model: scripted(() => ""), run: "none" })
    try {
      const session = await client.open({ id: "s" })
      const turn = session.send("slow", { id: "say-1" })
      await eventually("the tool runs", () => shop.lines("started").length === 1)
      // It hears nothing and says nothing; its lease lapses, and another takes over, which finds the cancel waiting.
      first.kill("SIGSTOP")
      await session.cancel({ id: "stop" })
      const began = performance.now()
      const second = await work(shop.folder, "second")
      expect(await turn.result()).toMatchObject({ outcome: "cancelled" })
      // The lapse of these workers, and a second.
      expect(performance.now() - began).toBeLessThan(5000)
      expect((await session.ask("hello", { id: "say-2" })).text).toBe("hello: ")
      expect(shop.lines("started")).toHaveLength(1)
      await second.agent.close()
      await second.store.close()
      expect(
        logObjections(await session.facts(), ["say-1", "say-2", "stop"], effectsOf(await session.facts())),
      ).toEqual([])
    } finally {
      await client.close()
      await store.close()
      await shop.close()
    }
  })
})

/** These tools do nothing worth counting: every call that is reported as done counts as done once. */
function effectsOf(facts: readonly { readonly type: string }[]): ReadonlyMap<string, number> {
  const started = facts.filter((fact) => fact.type === "tool-started") as readonly { readonly effectKey?: string }[]
  return new Map(started.map(({ effectKey = "" }) => [effectKey, 1]))
}
