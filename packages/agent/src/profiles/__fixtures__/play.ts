// Runs a profile's rules in the real loop: real performers, real requests, scripted replies, a fake clock.
import { type ContextOptions, requestBuilder } from "../../context/build-request.ts"
import { UNKNOWN_SIZE } from "../../context/fitting.ts"
import type { Answer, ErrorClass, Failure, Reply } from "../../contracts/answer.ts"
import type { Command } from "../../contracts/command.ts"
import { text } from "../../contracts/content.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Model, ModelRequest } from "../../contracts/model.ts"
import { endingTools } from "../../features/finish/ending-tools.ts"
import type { PlanOptions } from "../../features/plans/options.ts"
import { orchestrated } from "../../features/plans/orchestrated.ts"
import { phaseRequests } from "../../features/plans/phase-requests.ts"
import type { TurnFinished } from "../../kernel/facts/turn-finished.ts"
import { perform } from "../../kernel/perform.ts"
import type { PerformPorts } from "../../kernel/performer.ts"
import { promote } from "../../kernel/promote.ts"
import type { Rule } from "../../kernel/rule.ts"
import { Run, type RunPorts } from "../../kernel/run.ts"
import { foldFacts } from "../../kernel/state/fold.ts"
import { opened, said, stamp } from "../../testing/fact-builders.ts"
import { FakeClock } from "../../testing/fake-clock.ts"
import { plainPrompt } from "../../testing/plain-prompt.ts"
import { type Tool, tool } from "../../tools/tool.ts"
import { fixedTools, toolbox } from "../../tools/toolbox.ts"
import type { Profile } from "../profile.ts"

/** A model's reply: an answer, with the fields that matter, or a failure. */
export type Given = Partial<Answer> | Failure

export interface Setup {
  readonly profile: Profile
  /** The facts so far; by default one turn that has just started. */
  readonly happened?: readonly Fact[]
  /** Called for each request, with its number from 1. */
  readonly reply: (count: number, request: ModelRequest) => Given
  readonly models?: number
  /** The turn has a plan, with a planner and a router behind the chain. */
  readonly plans?: Pick<PlanOptions, "maxSteps" | "tries">
  /** The judge model's verdict; "finished" by default. */
  readonly judge?: (count: number, request: ModelRequest) => Given
  /** Called before each reply: returns a command that the user sends meanwhile. */
  readonly meanwhile?: (count: number) => Command | undefined
}

export interface Played {
  /** All facts, including the earlier ones. */
  readonly facts: readonly Fact[]
  readonly requests: readonly ModelRequest[]
  /** The requests to the judge model. */
  readonly questions: readonly ModelRequest[]
  /** The time of each request since the first one, and the model it went to. */
  readonly at: readonly number[]
  readonly asked: readonly number[]
  readonly runs: Readonly<Record<string, number>>
}

export async function play(setup: Setup): Promise<Played> {
  const { profile, reply, meanwhile, models = 1 } = setup
  const checks = (profile.checks ?? []).map(({ name }) => name)
  const happened: readonly Fact[] = (setup.happened ?? stamp([opened(), said("Rename the files")])).map((fact) =>
    fact.type === "turn-started" ? { checks, ...fact } : fact,
  )
  const clock = new FakeClock(happened.at(-1)?.at)
  const facts = [...happened]
  const requests: ModelRequest[] = []
  const questions: ModelRequest[] = []
  const judge: Model = {
    name: "judge",
    ask: async (request) => {
      questions.push(request)
      return toReply(setup.judge?.(questions.length, request) ?? { text: "finished" })
    },
  }
  const [at, asked]: [number[], number[]] = [[], []]
  const runs: Record<string, number> = {}
  const model = (place: number): Model => ({
    name: `model-${place}`,
    ask: async (request, { signal }) => {
      requests.push(request)
      // An endless loop fails the test instead of letting it hang.
      if (requests.length > 1000) throw new Error("Asked a thousand times.")
      at.push(clock.now())
      asked.push(place)
      const command = meanwhile?.(requests.length)
      if (command !== undefined) run.receive([{ place: requests.length, command }])
      const given = toReply(reply(requests.length, request))
      // A command that arrives meanwhile is read before the reply.
      if (command !== undefined) await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      return signal.aborted ? aborted : given
    },
  })
  const box = toolbox([fixedTools(toolsOf(profile, runs))], { clock, approve: "auto" })
  const blobs = { read: async () => undefined }
  const definitions = () => box.definitions()
  const { plans } = setup
  const fitting = plans === undefined ? UNKNOWN_SIZE : { ...UNKNOWN_SIZE, chain: models }
  const policy = profile.context
  const context: ContextOptions = {
    ...plainPrompt(profile.instructions),
    definitions,
    blobs,
    fitting,
    place: "message",
  }
  const plain = requestBuilder(context)
  const planned = phaseRequests({ context })
  const buildRequest: PerformPorts["buildRequest"] = (state, place = 0, phase) =>
    phase === undefined ? plain(state, place) : planned(state, place, phase)
  const chain = Array.from({ length: models + (plans === undefined ? 0 : 2) }, (_, place) => model(place))
  const ports = {
    clock,
    models: chain,
    judges: [judge],
    toolbox: box,
    buildRequest,
    blobs,
    fitting,
    policy,
    session: "s1",
    emit: () => {},
  }
  const ids = { next: () => `id-${facts.length}` }
  const how: RunPorts = {
    rules: plans === undefined ? profile.rules : plannedRules(profile, models, plans),
    clock,
    parkMs: Number.POSITIVE_INFINITY,
    promote: (state, command) => promote(state, command, { ids, touches: box.touches, checks }),
    perform: (step, context) =>
      perform(step, { ...ports, ...context, fence: async () => {}, drainInbox: async () => {} }),
    commit: async (batch) => {
      facts.push(...batch.facts)
    },
  }
  const run = new Run(foldFacts(happened), how)
  await clock.run(run.run(), 1e9)
  return { facts, requests, questions, at: at.map((each) => each - (at[0] ?? 0)), asked, runs }
}

export function plannedRules({ rules }: Profile, models: number, plans: Setup["plans"]): readonly Rule[] {
  return orchestrated(rules, { models, planner: models, router: models + 1, ...plans })
}

const aborted: Failure = { kind: "failure", error: { class: "aborted", code: "aborted", message: "It was stopped." } }

function toReply(given: Given): Reply {
  if (given.kind === "failure") return given
  const { calls = [] } = given
  const stop = calls.length > 0 ? "tool-calls" : "end"
  return { kind: "answer", text: "", reasoning: [], problems: [], stop, ...given, calls }
}

/** `look` reads, `write` changes, `broken` fails; each returns its path. Runs are counted in `runs`. */
function toolsOf(profile: Profile, runs: Record<string, number>): readonly Tool[] {
  const input = { type: "object", properties: { path: { type: "string" } } } as const
  const count = (name: string) => {
    runs[name] = (runs[name] ?? 0) + 1
  }
  const make = (name: string, effect: "read" | "once", run: (path: string) => string) =>
    tool<typeof input>({
      name,
      description: name,
      input,
      effect,
      run: ({ path }) => {
        count(name)
        return run(String(path ?? ""))
      },
    })
  return [
    make("look", "read", (path) => `seen ${path}`),
    make("write", "once", (path) => `written ${path}`),
    make("broken", "read", () => {
      throw new Error("It does not work.")
    }),
    ...(profile.endingTools ? endingTools() : []),
  ]
}

/** Returns these replies one after the other, and repeats the last one. */
export function inTurn(...replies: readonly Given[]): (count: number) => Given {
  return (count) => replies[Math.min(count, replies.length) - 1] ?? {}
}

export function failing(name: ErrorClass): Given {
  return { kind: "failure", error: { class: name, code: name, message: name } }
}

/** A failure for which the provider named the time after which it may be asked again. */
export function failingUntil(name: ErrorClass, retryAfterMs: number): Given {
  return { kind: "failure", error: { class: name, code: name, message: name }, retryAfterMs }
}

/** How the last turn ended. */
export function endOf({ facts }: Played): TurnFinished {
  const end = facts.findLast((fact) => fact.type === "turn-finished")
  if (end?.type !== "turn-finished") throw new Error("The turn has not ended.")
  return end
}

/** The messages of a request, as text. */
export function shownBy(request: ModelRequest | undefined): string {
  return JSON.stringify(request?.messages ?? [])
}

export function offeredBy(request: ModelRequest | undefined): readonly string[] {
  return (request?.tools ?? []).map(({ name }) => name)
}

/** The log so far, and the next message of the user. */
export function andThen({ facts }: Played, words: string): readonly Fact[] {
  const { seq, at } = facts.at(-1) ?? { seq: 0, at: 0 }
  const turn = facts.filter((fact) => fact.type === "turn-started").length + 1
  return [...facts, { v: 1, seq: seq + 1, at: at + 1000, ...said(words, turn) }]
}

export function steer(words: string, id: string): Command {
  return { kind: "say", id, input: [text(words)], whenBusy: "steer" }
}
