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

/** A profile of your own as plain data: one of ours with a few things changed. */
export interface OwnProfile {
  /** Small letters, digits and "-". */
  readonly name: string
  /** The profile it is based on; `default` unless given. */
  readonly base?: string
  /** One line for people who choose. */
  readonly about?: string
  /** How the model is to behave. */
  readonly instructions?: string
  /** How tool calls are written and read. */
  readonly dialect?: string
  /** How often a turn may ask the model. */
  readonly maxIterations?: number
  /**
   * How the history is kept within the window, by name: "budgeted", "whole", "evict", "halve", "trim", "summarise". As an
   * object with numbers of your own; without `way` they change that of the base.
   */
  readonly context?: string | (ContextNumbers & { readonly way?: string })
  /** How often, and after which waits, a model that failed is asked again. */
  readonly retry?: NonNullable<ProfileOptions["retry"]>
  /** After so many failures a tool is offered no more; null: never. */
  readonly breaker?: number | null
  /** How often in a row an answer that cannot be read is sent back to be corrected. */
  readonly selfCorrections?: number
  /** A stored list of an MCP server's tools counts for so long. */
  readonly toolListAgeMs?: number
  /** How answers are held against what happened: "structure", "model", or false. */
  readonly finish?: "structure" | "model" | false
  /** How much of a tool's result a model is shown; null: all of it. */
  readonly resultChars?: number | null
  /** The same by tool name or beginning (`server__*`). */
  readonly resultLimits?: NonNullable<Profile["resultLimits"]>
  /** Adds `task_completion`, `ask_question` and `converse`. */
  readonly endingTools?: boolean
  /** Adds `ask_user`, a question that waits for the person within the turn. */
  readonly questions?: boolean
  /** Which tools a request offers: "all", "prefilter", "prefilter:10" for ten of them, or "categories". */
  readonly toolChoice?: string
  /** What becomes of a call that a crash interrupted and that must not happen twice. */
  readonly interruptedTools?: InterruptedTools
  /** A turn that nobody runs any more is gone on with, or failed by the clean-up. */
  readonly interruptedTurns?: "resume" | "fail"
  /** What is said while a turn runs waits for its end, joins it, or is refused. */
  readonly whenBusy?: "queue" | "steer" | "refuse"
  /** How long somebody may take to settle an approval or to answer a question. */
  readonly approvals?: { readonly timeoutMs?: number }
  /** Temperature and the like, of requests that offer tools and of those that do not. */
  readonly sampling?: { readonly tools: Sampling; readonly prose: Sampling }
}

/**
 * Makes a profile of one of ours and what you change in it.
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
