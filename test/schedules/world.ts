// The world in which schedules run: processes that crash and freeze over one store, a model and tools that follow the
// schedule, and a ledger of effects outside all processes.
import type { Agent } from "../../packages/agent/src/agent/create-agent.ts"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { Reply } from "../../packages/agent/src/contracts/answer.ts"
import type { Clock } from "../../packages/agent/src/contracts/clock.ts"
import type { Model, ModelRequest } from "../../packages/agent/src/contracts/model.ts"
import type { Store } from "../../packages/agent/src/contracts/store.ts"
import { anthropicObjections, openAiObjections } from "../../packages/agent/src/model/strict/history.ts"
import { toAnthropicMessages } from "../../packages/agent/src/model/wire/anthropic-messages.ts"
import { toOpenAiMessages } from "../../packages/agent/src/model/wire/openai-messages.ts"
import { memory } from "../../packages/agent/src/store/memory.ts"
import { FakeClock } from "../../packages/agent/src/testing/fake-clock.ts"
import { type Tool, tool } from "../../packages/agent/src/tools/tool.ts"
import { Process } from "./gated-store.ts"
import type { ModelMove, Schedule } from "./schedule.ts"

export class World {
  readonly clock = new FakeClock()
  readonly store: Store = memory()
  /** Effects that really happened, by key. */
  readonly effects = new Map<string, number>()
  readonly objections: string[] = []
  /** Messages that were taken back before their turn began. */
  readonly withdrawn: string[] = []
  readonly processes: { process: Process; agent: Agent }[] = []
  readonly #schedule: Schedule
  #asked = 0
  #ids = 0

  constructor(schedule: Schedule) {
    this.#schedule = schedule
  }

  /** Starts a new process that runs the session. */
  async boot(): Promise<Agent> {
    const process = new Process()
    const { skews, isLimited } = this.#schedule
    const agent = await createAgent({
      store: process.store(this.store),
      model: this.#model(process),
      tools: this.#tools(process),
      clock: skewed(this.clock, skews[this.processes.length % skews.length] ?? 0),
      ids: { next: () => `id${String(++this.#ids).padStart(6, "0")}` },
      run: "all",
      leases: { beatMs: 2000, lapseMs: 6000, sweepMs: 3000 },
      maxIterations: 6,
      ...(isLimited && { limits: { owner: { runningSessions: 1 } } }),
      onError: (session, error) => {
        if (!process.isDead && !process.wasCut) this.objections.push(`runtime error in ${session}: ${String(error)}`)
      },
    })
    this.processes.push({ process, agent })
    return agent
  }

  get current(): { process: Process; agent: Agent } {
    const last = this.processes.at(-1)
    if (last === undefined) throw new Error("No process was booted.")
    return last
  }

  #model(process: Process): Model {
    return {
      name: "schedule",
      ask: async (request, { signal, onText }) => {
        this.#inspect(request)
        const move = this.#schedule.model[this.#asked++ % this.#schedule.model.length] ?? { kind: "text", ms: 0 }
        await this.clock.sleep(move.ms / 2, signal)
        await process.pass()
        if (move.kind === "text") onText("half an ")
        await this.clock.sleep(move.ms / 2, signal)
        await process.pass()
        return signal.aborted ? failure("aborted") : reply(move, this.#asked)
      },
    }
  }

  #inspect(request: ModelRequest): void {
    this.objections.push(...openAiObjections(toOpenAiMessages(request)))
    this.objections.push(...anthropicObjections(toAnthropicMessages(request)))
  }

  #tools(process: Process): readonly Tool[] {
    const input = { type: "object", properties: { ms: { type: "number" }, path: { type: "string" } } } as const
    const act = (name: string, extra: Partial<Tool<typeof input>>): Tool =>
      tool<typeof input>({
        name,
        description: name,
        input,
        touches: ({ path }) => (typeof path === "string" ? [path] : []),
        effect: "once",
        run: async ({ ms }, { effectKey, signal }) => {
          await process.pass()
          this.effects.set(effectKey, (this.effects.get(effectKey) ?? 0) + 1)
          await this.clock.sleep(Number(ms ?? 0), name === "stubborn" ? undefined : signal)
          await process.pass()
          if (name === "failing") throw new Error("It did not work.")
          return name === "silent" ? "" : `${name} done`
        },
        ...extra,
      })
    return [
      act("look", { effect: "read" }),
      act("silent", { effect: "read" }),
      act("failing", { effect: "read" }),
      act("set", { effect: "idempotent", approval: false }),
      act("send", { effect: "once", approval: false }),
      act("stubborn", { effect: "once", approval: false }),
      act("pay", { effect: "once" }),
      act("ask", { question: () => ({ question: "Which?", suggestions: [] }) }),
    ]
  }
}

/** The clock of a process that is off by so much. Time passes for all of them alike. */
function skewed(clock: FakeClock, ms: number): Clock {
  return {
    now: () => clock.now() + ms,
    monotonic: () => clock.monotonic(),
    sleep: (...how) => clock.sleep(...how),
    after: (...how) => clock.after(...how),
    idle: (...how) => clock.idle(...how),
  }
}

function reply(move: ModelMove, count: number): Reply {
  const answer = {
    kind: "answer",
    reasoning: [],
    problems: [],
    stop: "end",
    usage: { inputTokens: 1, outputTokens: 1 },
  } as const
  switch (move.kind) {
    case "text":
      return { ...answer, text: `half an answer ${count}`, calls: [] }
    case "empty":
      return { ...answer, text: " ", calls: [] }
    case "calls":
      return {
        ...answer,
        stop: "tool-calls",
        text: count % 2 === 0 ? "" : "Working. ",
        calls: move.calls.map(({ name, ...args }) => ({ name, arguments: args })),
      }
    case "failure":
      return failure(move.class)
  }
}

function failure(errorClass: "aborted" | "rate-limit" | "network" | "auth"): Reply {
  return { kind: "failure", error: { class: errorClass, code: errorClass, message: errorClass } }
}
