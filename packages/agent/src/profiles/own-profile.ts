// A user's own profile: a built-in one with a few changes, as plain data that fits into a small JSON file.
import { defined } from "../base/defined.ts"
import { PawlError } from "../contracts/error.ts"
import type { Sampling } from "../contracts/model.ts"
import type { ContextPolicy } from "../features/compaction/policy.ts"
import { type ContextNumbers, policyNamed } from "../features/compaction/ways.ts"
import { readOffer } from "../features/offer/tool-offer.ts"
import { type Retries, retryProblems, scheduleChanges } from "../kernel/rules/retry-schedule.ts"
import type { ProfileName } from "./names.ts"
import type { InterruptedTools, MakeProfile, Profile, ProfileOptions } from "./profile.ts"
import { profileNamed } from "./profiles.ts"

/** Your own profile as plain data: a built-in one with a few changes. */
export interface OwnProfile {
  /** Lower-case letters, digits and "-". */
  readonly name: string
  /** The profile it is based on. Default: `default`. */
  readonly base?: string
  /** One line that describes it in lists. */
  readonly about?: string
  /** How the model should behave. */
  readonly instructions?: string
  /** The dialect: how tool calls are written and parsed. */
  readonly dialect?: string
  /** How many iterations a turn may have. */
  readonly maxIterations?: number
  /**
   * How the history is kept within the window, by name: "budgeted", "whole", "evict", "halve", "trim", "summarise". An
   * object sets your own numbers; without `way` they change those of the base.
   */
  readonly context?: string | (ContextNumbers & { readonly way?: string })
  /** How often, after which waits and failures a model that failed is asked again. */
  readonly retry?: Retries
  /** After so many failures a tool is no longer offered; null: never. */
  readonly breaker?: number | null
  /** How often in a row an answer that cannot be parsed is sent back for correction. */
  readonly selfCorrections?: number
  /** How long a stored list of an MCP server's tools is used. */
  readonly toolListAgeMs?: number
  /** How answers are checked before they end a turn: "structure", "model", or false. */
  readonly finish?: "structure" | "model" | false
  /** How many characters of a tool's result a model is shown; null: all. */
  readonly resultChars?: number | null
  /** The same by tool name or prefix (`server__*`). */
  readonly resultLimits?: NonNullable<Profile["resultLimits"]>
  /** Adds `task_completion`, `ask_question` and `converse`. */
  readonly endingTools?: boolean
  /** Adds `ask_user`, a question that waits for the person within the turn. */
  readonly questions?: boolean
  /** Which tools a request offers: "all", "prefilter", "prefilter:10" for ten of them, or "categories". */
  readonly offer?: string
  /** What happens to a call that a crash interrupted and that must not run twice. */
  readonly interruptedTools?: InterruptedTools
  /** Whether a turn that no runner runs any more is resumed, or failed by the clean-up. */
  readonly interruptedTurns?: "resume" | "fail"
  /** Whether a message during a turn waits for its end, joins it, or is refused. */
  readonly whenBusy?: "queue" | "steer" | "refuse"
  /** How long a person may take to settle an approval or to answer a question. */
  readonly approvals?: { readonly timeoutMs?: number }
  /** Temperature and the like, for requests with tools and for those without. */
  readonly sampling?: { readonly tools: Sampling; readonly prose: Sampling }
}

/**
 * Makes a profile from a built-in one and your changes.
 *
 * @example
 * ```ts
 * import { createAgent, ownProfile } from "@pawl/agent"
 *
 * const brief = ownProfile({ name: "brief", base: "chat-service", instructions: "Answer in one sentence." })
 * const agent = await createAgent({ model, profile: brief })
 * ```
 */
export function ownProfile(own: OwnProfile): MakeProfile {
  if (!/^[a-z0-9][a-z0-9-]{0,40}$/.test(own.name)) {
    throw new PawlError(
      "config-invalid",
      `"${own.name}" cannot name a profile: use lower-case letters, digits and "-", at most 41 characters.`,
    )
  }
  const objection = objectionTo(own)
  if (objection !== undefined)
    throw new PawlError("config-invalid", `The profile "${own.name}" cannot work: ${objection}`)
  const { base = "default", maxIterations, finish, context, retry, breaker, selfCorrections, offer, ...changes } = own
  const choice = offer === undefined ? undefined : readOffer(offer)
  const make = profileNamed(base)
  // An agent's own options come before its profile's.
  const numbers: ProfileOptions = {
    ...defined({ maxIterations, finish }),
    ...(context !== undefined && { context: policyFor(context, make) }),
    ...defined({ breaker, selfCorrections }),
  }
  return (options = {}): Profile => {
    const retries = { ...(retry && scheduleChanges(retry)), ...options.retry }
    const made = make({ ...numbers, ...options, retry: retries })
    const chosen = choice === undefined ? {} : { offer: choice }
    return { ...made, about: `Like ${base}, with changes of your own.`, ...changes, ...chosen }
  }
}

function policyFor(context: NonNullable<OwnProfile["context"]>, make: MakeProfile): ContextPolicy {
  if (typeof context === "string") return policyNamed(context)
  const { way = make().context.way, ...numbers } = context
  return policyNamed(way ?? "budgeted", numbers)
}

/** Profiles in which only a tool ends a turn. */
const ENDED_BY_TOOLS: readonly string[] = ["xml-tools"] satisfies readonly ProfileName[]

/** A change that the base would silently ignore is refused. */
function objectionTo({ base = "default", finish, endingTools, offer, retry }: OwnProfile): string | undefined {
  const [wrong] = retryProblems("retry", retry)
  if (wrong !== undefined) return `${wrong}.`
  if (offer !== undefined && readOffer(offer) === undefined)
    return `"offer" is "${offer}". Use "all", "prefilter", "prefilter:10" for ten tools, or "categories".`
  if (finish !== undefined && ENDED_BY_TOOLS.includes(base))
    return `"finish" is about answers in text, and in "${base}" only a tool ends a turn. Change the base, or remove "finish".`
  if (endingTools === false && ENDED_BY_TOOLS.includes(base))
    return (
      `"endingTools": false takes away the tools that end a turn, and in "${base}" nothing else does. ` +
      `Change the base, or remove "endingTools".`
    )
  return undefined
}
