// Everything a turn may be waiting for when the user cancels it.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import { FAULT, node } from "../../packages/agent/src/mcp/__fixtures__/peers.ts"
import { call, type Script } from "../../packages/agent/src/model/scripted.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"

const never = <T>() => new Promise<T>(() => {})

export const tools = [
  tool({
    name: "deaf",
    description: "Hears nothing.",
    input: {},
    approval: false,
    timeoutMs: 600_000,
    effect: "once",
    run: () => never<string>(),
  }),
  tool({ name: "pay", description: "Asks first.", input: {}, effect: "once", run: () => "paid" }),
  tool({
    name: "ask",
    description: "",
    input: {},
    effect: "read",
    question: () => ({ question: "Which?", suggestions: [] }),
    run: () => "",
  }),
  tool({
    name: "think",
    description: "",
    input: {},
    approval: false,
    preview: () => never<string>(),
    effect: "once",
    run: () => "",
  }),
]

/** A model that calls one tool, and answers the message after the cancel. */
const calling =
  (name: string, args = {}): Script =>
  ({ said }) =>
    said === "after" ? "Ready again." : { text: "One moment. ", calls: [call(name, args)] }

export interface Moment {
  readonly script: Script
  readonly options?: Partial<AgentOptions>
  /** The event at which the test cancels. */
  readonly at: Event["type"]
  /** The model is not to be asked for a while, by the next turn neither. */
  readonly isLimited?: boolean
  /** What the turn left behind. It must be empty after the cancel. */
  readonly leftovers?: () => readonly string[]
}

/** A sleep with a length that only this test uses. In a sandbox its process has another id but the same arguments. */
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

/** Each is made for a folder. None ends by itself within a test's time limit. */
export const moments: Readonly<Record<string, (folder: string) => Moment>> = {
  "a model that sends nothing": () => ({
    script: ({ said }) => (said === "after" ? "Ready again." : never()),
    at: "iteration-start",
  }),
  "a tool that ignores its signal": () => ({ script: calling("deaf"), at: "tool-call" }),
  "an approval that is not given": () => ({
    script: calling("pay"),
    at: "approval-requested",
    options: { approve: "ask" },
  }),
  "a question that is not answered": () => ({ script: calling("ask"), at: "question-asked" }),
  "the wait before a retry": () => ({
    script: ({ said }) =>
      said === "after"
        ? "Ready again."
        : { error: { class: "overloaded", code: "529", message: "busy" }, retryAfterMs: 55_000 },
    at: "model-error",
  }),
  "a long wait before a retry, for which the session was released": () => ({
    script: ({ said }) =>
      said === "after"
        ? "Ready again."
        : { error: { class: "rate-limit", code: "429", message: "in an hour" }, retryAfterMs: 55_000 },
    at: "model-error",
    options: { parkMs: 10 },
    isLimited: true,
  }),
  "a call of an MCP server that hangs": (folder) => ({
    script: calling("fault__hang"),
    at: "tool-call",
    options: { mcp: { mcpServers: { fault: { ...node(FAULT), env: { STARTS: join(folder, "starts") } } } } },
  }),
  "a command with children (F21)": (folder) => ({
    script: calling("run_command", {
      command: `${SLEEP} & (trap '' TERM; ${SLEEP}) & sleep 0.1; echo begun; wait`,
    }),
    at: "tool-output",
    options: { workspace: folder },
    leftovers: sleepers,
  }),
}
