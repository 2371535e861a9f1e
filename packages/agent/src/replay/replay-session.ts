// Replays a recorded session from its log alone, without a model or tools. Whatever came from outside is taken from the
// log; at each point the rules must ask for exactly the step whose facts follow. Pure: it reads no clock and no file.
import { messageOf } from "../contracts/error.ts"
import { FACT_VERSION, type Fact } from "../contracts/fact.ts"
import type { Rule } from "../kernel/rule.ts"
import { isFactType } from "../registry/facts.ts"
import { checkSaid } from "./check-commands.ts"
import { checkCompacted } from "./check-compacted.ts"
import { checkFinished, checkNudged, checkOutput, checkPlan } from "./check-decided.ts"
import { checkAsked, checkCatalogue, checkHeld, checkLimitMet, checkReply, type KnownBlobs } from "./check-model.ts"
import { checkBegun, checkResult } from "./check-tool.ts"
import { Past } from "./past.ts"
import { differs, type ReplayReport, type Wrong } from "./report.ts"

/** What is replayed, and with which rules. */
export interface ReplayOptions {
  /** The whole log of the session. */
  readonly facts: readonly Fact[]
  /** The rules of the profile; `recordedRules` returns those that the session ran with. */
  readonly rules: readonly Rule[]
  /** Stops after this fact. */
  readonly until?: number
  /** The available blobs by hash: with them the tools that were offered to the model are checked too. */
  readonly blobs?: KnownBlobs
  /** Hashes in the log whose blobs are known to be missing. */
  readonly missing?: ReadonlySet<string>
}

/**
 * Replays a log without a model or tools. The log may end anywhere, and a crash may have left things open in it. Reports
 * the first fact that cannot be right.
 *
 * @example
 * ```ts
 * import { ownProfile } from "@pawl/agent"
 * import { recordedRules, replaySession } from "@pawl/agent/replay"
 *
 * const facts = await session.facts()
 * const report = replaySession({ facts, rules: recordedRules(facts, ownProfile({ name: "brief" })) })
 * console.log(report.exact ? "as recorded" : `fact ${report.at}: ${report.found}`)
 * ```
 */
export function replaySession(options: ReplayOptions): ReplayReport {
  const { facts, rules, until = Number.POSITIVE_INFINITY, blobs = new Map(), missing = new Set() } = options
  const past = new Past(rules)
  let read = 0
  let steps = 0
  for (const fact of facts) {
    if (read >= until) break
    const seq = read + 1
    const wrong = numbered(fact, seq) ?? checked(fact, past, blobs) ?? checkKept(fact, missing)
    if (wrong !== undefined) return { exact: false, at: seq, ...wrong }
    read = seq
    if (isOfStep(fact)) steps += 1
  }
  return { exact: true, facts: read, steps }
}

function numbered(fact: Fact, seq: number): Wrong {
  if (fact?.v !== FACT_VERSION || !isFactType(fact.type))
    return differs("log-invalid", `a fact of version ${FACT_VERSION}`, `${fact?.type}, version ${fact?.v}`)
  if (fact.seq !== seq) return differs("log-invalid", `fact ${seq}`, `fact ${fact.seq} (${fact.type})`)
  if (seq === 1 && fact.type !== "session-opened") return differs("log-invalid", "session-opened", fact.type)
  return undefined
}

/** The contents of files in a checkpoint must be in the store. */
function checkKept(fact: Fact, missing: ReadonlySet<string>): Wrong {
  if (fact.type !== "checkpoint-made") return undefined
  for (const [path, hash] of Object.entries(fact.files)) {
    if (hash !== null && (missing.has(hash) || !/^[0-9a-f]{64}$/.test(hash)))
      return differs("fact-changed", `files: what "${path}" held, as it was kept`, `files: ${hash}, which is nowhere`)
  }
  return undefined
}

/** Checks the fact against the state before it, then adds it. */
function checked(fact: Fact, past: Past, blobs: KnownBlobs): Wrong {
  try {
    const wrong = check(fact, past, blobs)
    if (wrong === undefined) past.add(fact)
    return wrong
  } catch (error) {
    return differs("log-invalid", "a fact that can be read", `${fact.type}: ${messageOf(error)}`)
  }
}

function check(fact: Fact, past: Past, blobs: KnownBlobs): Wrong {
  switch (fact.type) {
    case "model-asked":
      return checkAsked(fact, past, blobs)
    case "model-answered":
    case "model-failed":
      return checkReply(fact, past)
    case "request-held":
      return checkHeld(fact, past)
    case "nudged":
      return checkNudged(fact, past)
    case "turn-finished":
      return checkFinished(fact, past)
    case "output-checked":
      return checkOutput(fact, past)
    case "plan-made":
    case "plan-step-finished":
    case "plan-failed":
      return checkPlan(fact, past)
    case "approval-requested":
    case "question-asked":
    case "tool-started":
      return checkBegun(fact, past)
    case "tool-finished":
      return checkResult(fact, past)
    case "history-compacted":
      return checkCompacted(fact, past)
    case "catalogue-changed":
      return checkCatalogue(fact, past)
    case "usage-limit-met":
      return checkLimitMet(fact, past)
    default:
      return checkSaid(fact, past.now)
  }
}

const OF_STEPS: ReadonlySet<Fact["type"]> = new Set([
  "model-asked",
  "request-held",
  "nudged",
  "output-checked",
  "approval-requested",
  "question-asked",
  "tool-started",
  "history-compacted",
  "plan-made",
  "plan-step-finished",
  "plan-failed",
  "turn-finished",
])

function isOfStep({ type }: Fact): boolean {
  return OF_STEPS.has(type)
}
