// Runs a session with the real rules, performers and requests, a scripted model and summariser, scripted people, and a
// process that dies where the script says. A watcher gets every request before it is answered.
import { requestBuilder } from "../../packages/agent/src/context/build-request.ts"
import type { Fitting } from "../../packages/agent/src/context/fitting.ts"
import type { Answer, Failure, Reply } from "../../packages/agent/src/contracts/answer.ts"
import type { Command } from "../../packages/agent/src/contracts/command.ts"
import { plainText } from "../../packages/agent/src/contracts/content.ts"
import type { Section } from "../../packages/agent/src/contracts/context.ts"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import type { Model, ModelRequest } from "../../packages/agent/src/contracts/model.ts"
import type { HistoryCompacted } from "../../packages/agent/src/features/compaction/facts/history-compacted.ts"
import type { ContextPolicy } from "../../packages/agent/src/features/compaction/policy.ts"
import { perform } from "../../packages/agent/src/kernel/perform.ts"
import { promote } from "../../packages/agent/src/kernel/promote.ts"
import type { Rule } from "../../packages/agent/src/kernel/rule.ts"
import { Run } from "../../packages/agent/src/kernel/run.ts"
import { apply } from "../../packages/agent/src/kernel/state/apply.ts"
import { renderDigest } from "../../packages/agent/src/kernel/state/digest.ts"
import { isAwaiting, isRunning, type State } from "../../packages/agent/src/kernel/state/state.ts"
import { opened, stamp } from "../../packages/agent/src/testing/fact-builders.ts"
import { FakeClock } from "../../packages/agent/src/testing/fake-clock.ts"
import type { Tool } from "../../packages/agent/src/tools/tool.ts"
import { fixedTools, toolbox } from "../../packages/agent/src/tools/toolbox.ts"

/** What a model returns: the relevant parts of an answer, or a failure. */
export type Given = Partial<Answer> | Failure

export interface Staging {
  readonly rules: readonly Rule[]
  readonly policy: ContextPolicy
  readonly fitting: Fitting
  readonly instructions: string
  readonly tools: readonly Tool[]
  /** The model's reply, by the number of the request, from 1. */
  readonly reply: (count: number, request: ModelRequest) => Given
  readonly summarise: (request: ModelRequest, count: number) => Given
  /** A command that a person sends while the model answers. */
  readonly meanwhile?: (count: number) => Command | undefined
  /** A person's decision about a call that waits. */
  readonly settle?: (call: string, kind: "approval" | "question") => Command
  /** The process dies instead of making this commit, counted from 1. */
  readonly diesAt?: ReadonlySet<number>
  /** Gets every request before it is answered; `asked` is the last `model-asked` fact. */
  readonly watch?: (seen: Seen) => void
  readonly onCompacted?: (before: State, fact: HistoryCompacted & Fact, after: State) => void
  /** Facts are dropped once they are folded. */
  readonly forgets?: boolean
  /** Turns a loop that does not end into a finding instead of a test that hangs. */
  readonly mostFacts?: number
}

export interface Seen {
  readonly request: ModelRequest
  readonly purpose?: "summary"
  readonly state: State
  readonly facts: readonly Fact[]
  readonly blobs: ReadonlyMap<string, Uint8Array>
}

export class Stage {
  readonly facts: Fact[] = []
  readonly blobs = new Map<string, Uint8Array>()
  readonly clock: FakeClock
  state: State
  factCount = 0
  asked = 0
  summaries = 0
  compactions = 0
  #commits = 0
  readonly #said: string[] = []
  #commands = 0
  #run: Run | undefined
  readonly #staging: Staging
  readonly #perform: ReturnType<typeof performing>

  constructor(staging: Staging, startFrom: State, clock = new FakeClock()) {
    this.#staging = staging
    this.state = startFrom
    this.clock = clock
    this.#perform = performing(staging, this, this.#models())
    for (const fact of stamp([opened()])) this.#keep(fact)
  }

  /** Sends a message and runs the session until nothing is left to do. */
  async say(input: Extract<Command, { kind: "say" }>["input"]): Promise<void> {
    await this.tell({ kind: "say", id: `say-${++this.#commands}`, input, whenBusy: "queue" })
  }

  async tell(command: Command): Promise<void> {
    let next: readonly Command[] = [command]
    for (let round = 0; round < 1000; round++) {
      await this.#live(next)
      next = this.#openRequests()
      if (next.length === 0 && !isRunning(this.state.turn)) return
    }
    throw new Error("The session does not come to rest.")
  }

  async #live(commands: readonly Command[]): Promise<void> {
    const { rules } = this.#staging
    const run = new Run(this.state, {
      rules,
      clock: this.clock,
      parkMs: Number.POSITIVE_INFINITY,
      promote: (state, each) => promote(state, each, this.#perform.promoting),
      perform: this.#perform.perform,
      commit: async (batch) => {
        if (this.#staging.diesAt?.has(++this.#commits)) throw new Died()
        for (const { hash, bytes } of batch.blobs) this.blobs.set(hash, bytes)
        for (const fact of batch.facts) this.#keep(fact)
      },
    })
    this.#run = run
    run.receive(commands.map((each, place) => ({ place, command: each })))
    try {
      await this.clock.run(run.run(), 1e12)
    } catch (error) {
      // The sender sends again: the command waits in the inbox until it is a fact.
      if (!(error instanceof Died)) throw error
      await this.#live(
        commands.filter(({ id }) => !this.facts.some((fact) => "command" in fact && fact.command === id)),
      )
    }
  }

  #keep(fact: Fact): void {
    const { mostFacts = 20_000, onCompacted, forgets = false } = this.#staging
    if (++this.factCount > mostFacts) throw new Error(`More than ${mostFacts} facts: it does not end.`)
    const before = this.state
    this.state = apply(before, fact)
    if (!forgets) this.facts.push(fact)
    if (fact.type === "turn-started" || fact.type === "input-added") this.#said.push(plainText(fact.input))
    if (fact.type === "question-answered") this.#said.push(fact.answer)
    if (fact.type !== "history-compacted") return
    this.compactions++
    onCompacted?.(before, fact, this.state)
  }

  /** The size of everything that people have said so far. */
  saidTokens(tokens: (words: string) => number): number {
    return this.#said.reduce((sum, words) => sum + tokens(words), 0)
  }

  #openRequests(): readonly Command[] {
    const { turn } = this.state
    if (!isRunning(turn)) return []
    return turn.calls.filter(isAwaiting).flatMap(({ call, stage }) => {
      const kind = stage === "awaiting-approval" ? "approval" : "question"
      return this.#staging.settle?.(call.id, kind) ?? []
    })
  }

  #models(): readonly Model[] {
    const { fitting, reply, summarise, meanwhile, watch } = this.#staging
    return fitting.models.map(({ name }) => ({
      name,
      ask: async (request, { signal }) => {
        const isSummary = request.system.startsWith("You condense a conversation")
        watch?.({
          request,
          state: this.state,
          facts: this.facts,
          blobs: this.blobs,
          ...(isSummary && { purpose: "summary" as const }),
        })
        if (isSummary) return toReply(summarise(request, ++this.summaries))
        const given = reply(++this.asked, request)
        const command = meanwhile?.(this.asked)
        if (command !== undefined) {
          this.#run?.receive([{ place: this.asked, command }])
          await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
        }
        return signal.aborted ? failure("aborted") : toReply(given)
      },
    }))
  }
}

class Died extends Error {}

function performing(staging: Staging, stage: Stage, models: readonly Model[]) {
  const { clock } = stage
  const { fitting, policy, tools } = staging
  const box = toolbox([fixedTools(tools)], { clock, approve: "ask" })
  const blobs = { read: async (hash: string) => stage.blobs.get(hash) }
  const instructions: Section = { name: "instructions", text: staging.instructions, place: "system" }
  const buildRequest = requestBuilder({
    prompt: async ({ digest }) => {
      const summary = digest === undefined ? "" : renderDigest(digest)
      const isThere = policy.place === "system" && summary !== ""
      return isThere ? [instructions, { name: "summary", text: summary, place: "system" }] : [instructions]
    },
    now: () => 0,
    definitions: () => box.definitions(),
    blobs,
    fitting,
    place: policy.place,
  })
  const ports = { clock, models, toolbox: box, buildRequest, blobs, fitting, policy, session: "s1", emit: () => {} }
  let ids = 0
  return {
    promoting: { ids: { next: () => `id-${++ids}` }, touches: box.touches },
    perform: ((step, context) =>
      perform(step, {
        ...ports,
        ...context,
        fence: async () => {},
        drainInbox: async () => {},
      })) as ConstructorParameters<typeof Run>[1]["perform"],
  }
}

export function failure(name: "aborted" | "overloaded" | "auth" | "context-overflow"): Failure {
  return { kind: "failure", error: { class: name, code: name, message: name } }
}

function toReply(given: Given): Reply {
  if (given.kind === "failure") return given
  const { calls = [] } = given
  const stop = calls.length > 0 ? "tool-calls" : "end"
  return { kind: "answer", text: "", reasoning: [], problems: [], stop, ...given, calls }
}
