// A user's own profile: one of ours with a few things changed, as plain data that fits a small JSON file.
import { defined } from "../base/defined.ts"
import { PawlError } from "../contracts/error.ts"
import type { Sampling } from "../contracts/model.ts"
import type { ContextPolicy } from "../features/compaction/policy.ts"
import { type ContextNumbers, policyNamed } from "../features/compaction/ways.ts"
import { readToolChoice } from "../features/tool-choice/tool-choice.ts"
import type { ProfileName } from "./names.ts"
import type { InterruptedTools, MakeProfile, Profile, ProfileOptions } from "./profile.ts"
import { profileNamed } from "./profiles.ts"

export interface OwnProfile {
  readonly name: string
  /** The profile it is based on; `default` unless given. */
  readonly base?: string
  readonly about?: string
  readonly instructions?: string
  readonly dialect?: string
  readonly maxIterations?: number
  /**
   * How the history is kept within the window, by name: "budgeted", "whole", "evict", "halve", "trim", "summarise". As an
   * object with numbers of your own; without `way` they change that of the base.
   */
  readonly context?: string | (ContextNumbers & { readonly way?: string })
  readonly retry?: NonNullable<ProfileOptions["retry"]>
  readonly breaker?: number | null
  readonly selfCorrections?: number
  readonly toolListAgeMs?: number
  /** How answers are held against what happened: "structure", "model", or false. */
  readonly finish?: "structure" | "model" | false
  readonly resultChars?: number | null
  readonly resultLimits?: NonNullable<Profile["resultLimits"]>
  readonly endingTools?: boolean
  /** Adds `ask_user`, a question that waits for the person within the turn. */
  readonly questions?: boolean
  /** Which tools a request offers: "all", "prefilter", "prefilter:10" for ten of them, or "categories". */
  readonly toolChoice?: string
  readonly interruptedTools?: InterruptedTools
  readonly interruptedTurns?: "resume" | "fail"
  readonly whenBusy?: "queue" | "steer" | "refuse"
  /** How long somebody may take to settle an approval or to answer a question. */
  readonly approvals?: { readonly timeoutMs?: number }
  readonly sampling?: { readonly tools: Sampling; readonly prose: Sampling }
}

export function ownProfile(own: OwnProfile): MakeProfile {
  if (!/^[a-z0-9][a-z0-9-]{0,40}$/.test(own.name)) {
    throw new PawlError(
      "config-invalid",
      `"${own.name}" cannot name a profile: use small letters, digits and "-", 41 at most.`,
    )
  }
  const objection = objectionTo(own)
  if (objection !== undefined)
    throw new PawlError("config-invalid", `The profile "${own.name}" cannot work: ${objection}`)
  const {
    base = "default",
    maxIterations,
    finish,
    context,
    retry,
    breaker,
    selfCorrections,
    toolChoice,
    ...changes
  } = own
  const choice = toolChoice === undefined ? undefined : readToolChoice(toolChoice)
  const make = profileNamed(base)
  // What an agent is given comes before what its profile says.
  const numbers: ProfileOptions = {
    ...defined({ maxIterations, finish }),
    ...(context !== undefined && { context: policyFor(context, make) }),
    ...defined({ retry, breaker, selfCorrections }),
  }
  return (options = {}): Profile => {
    const made = make({ ...numbers, ...options })
    const chosen = choice === undefined ? {} : { toolChoice: choice }
    return { ...made, about: `Like ${base}, with changes of your own.`, ...changes, ...chosen }
  }
}

function policyFor(context: NonNullable<OwnProfile["context"]>, make: MakeProfile): ContextPolicy {
  if (typeof context === "string") return policyNamed(context)
  const { way = make().context.way, ...numbers } = context
  return policyNamed(way ?? "budgeted", numbers)
}

/** Those in which only a tool ends a turn. */
const ENDED_BY_TOOLS: readonly string[] = ["xml-tools"] satisfies readonly ProfileName[]

/** What its base would not do; accepted, it would be lost without a word. */
function objectionTo({ base = "default", finish, endingTools, toolChoice }: OwnProfile): string | undefined {
  if (toolChoice !== undefined && readToolChoice(toolChoice) === undefined)
    return `"toolChoice" is "${toolChoice}". Use "all", "prefilter", "prefilter:10" for ten tools, or "categories".`
  if (finish !== undefined && ENDED_BY_TOOLS.includes(base))
    return `"finish" is about answers in text, and in "${base}" only a tool ends a turn. Change the base, or leave it out.`
  if (endingTools === false && ENDED_BY_TOOLS.includes(base))
    return `"endingTools": false takes away the tools that end a turn, and in "${base}" nothing else does. Change the base, or leave it out.`
  return undefined
}
