// Prints what a worker does, one line each on stderr. It watches what the store accepts, so each line is durable already.
import type { Fact, Store } from "@pawl/agent"
import { HeldRuns } from "@pawl/agent/store"
import type { LogFile } from "../log-file.ts"
import { redactor } from "../redact.ts"
import { named } from "../terminal/plain.ts"
import { err } from "../terminal/screen.ts"
import { world } from "../world.ts"

type Values = Readonly<Record<string, string | number>>

export interface Progress {
  say(event: string, values: Values): void
  trouble(session: string, message: string): void
  /** Wraps the store and reports what passes through it. */
  watching(store: Store): Store
  /** How many sessions this process holds. */
  running(): number
  /** Whether this session failed to run here. */
  hasTrouble(session: string): boolean
}

export function progress(format: "text" | "json", log?: Pick<LogFile, "info">): Progress {
  const troubled = new Set<string>()
  function say(event: string, values: Values): void {
    const words = Object.entries(values).map(([key, value]) => (key === "session" ? value : `${key} ${value}`))
    if (format === "json") err.json({ at: Date.now(), event, ...values })
    else err.line(named(`worker: ${event}${words.length === 0 ? "" : ` ${words.join(", ")}`}`))
  }
  // Its last line would else be of a tool that was never run.
  const runs = new HeldRuns((session, epoch) => {
    log?.info({ session, epoch }, "went on elsewhere")
    say("went-on-elsewhere", { session, epoch })
  })
  return {
    say,
    running: () => runs.count,
    hasTrouble: (session) => troubled.has(session),
    trouble(session, message) {
      troubled.add(session)
      say("trouble", { session, error: redactor(world().env)(message) })
    },
    watching: (store) =>
      runs.watching({
        ...store,
        log: {
          ...store.log,
          append: async (append) => {
            const appended = await store.log.append(append)
            if (appended.ok) for (const fact of append.facts) tellFact(say, append.session, fact)
            return appended
          },
        },
        leases: {
          ...store.leases,
          acquire: async (session, runner, over, ...limit) => {
            const acquired = await store.leases.acquire(session, runner, over, ...limit)
            if (!acquired.ok) return acquired
            troubled.delete(session)
            if (over !== undefined) say("took-over", { session, epoch: acquired.epoch, from: over.runner.pid })
            return acquired
          },
        },
      }),
  }
}

function tellFact(say: Progress["say"], session: string, fact: Fact): void {
  const line = lineOf(fact)
  if (line !== undefined) say(line[0], { session, ...line[1] })
}

function lineOf(fact: Fact): readonly [string, Values] | undefined {
  switch (fact.type) {
    case "turn-started":
      return ["turn-started", { turn: fact.turn }]
    case "tool-started":
      return [fact.again === undefined ? "tool-started" : "tool-started-again", { tool: fact.name }]
    case "tool-finished":
      return ["tool-finished", { tool: fact.name, outcome: fact.outcome }]
    case "approval-requested":
      return ["waits-for-approval", { tool: fact.name }]
    case "question-asked":
      return ["waits-for-answer", {}]
    case "model-failed":
      return ["model-failed", { code: fact.error.code }]
    case "turn-finished":
      return ["turn-finished", { turn: fact.turn, outcome: fact.outcome }]
    default:
      return undefined
  }
}
