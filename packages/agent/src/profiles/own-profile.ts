// A user's own profile: one of ours with a few things changed, as plain data that fits a small JSON file.
import { readToolChoice } from "../context/choice/tool-choice.ts"
import { policyNamed } from "../context/policy.ts"
import { PawlError } from "../contracts/error.ts"
import type { Sampling } from "../contracts/model.ts"
import type { ProfileName } from "./names.ts"
import type { MakeProfile, Profile } from "./profile.ts"
import { profileNamed } from "./profiles.ts"

export interface OwnProfile {
  readonly name: string
  /** The profile it is based on; `default` unless given. */
  readonly base?: string
  readonly about?: string
  readonly instructions?: string
  readonly dialect?: string
  readonly maxIterations?: number
  /** How the history is kept within the window, by name: "budgeted", "whole", "evict", "halve", "trim", "summarise". */
  readonly context?: string
  /** How answers are held against what happened: "structure", "model", or false. */
  readonly finish?: "structure" | "model" | false
  readonly resultChars?: number | null
  readonly endingTools?: boolean
  /** Adds `ask_user`, a question that waits for the person within the turn. */
  readonly questions?: boolean
  /** Which tools a request offers: "all", "prefilter", "prefilter:10" for ten of them, or "categories". */
  readonly toolChoice?: string
  readonly interruptedTools?: "unknown" | "re-run"
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
  const { base = "default", maxIterations: limit, finish, context: kept, toolChoice, ...changes } = own
  const choice = toolChoice === undefined ? undefined : readToolChoice(toolChoice)
  const context = kept === undefined ? {} : { context: policyNamed(kept) }
  const make = profileNamed(base)
  return (options = {}): Profile => {
    const maxIterations = options.maxIterations ?? limit
    const held = finish === undefined ? {} : { finish }
    const made = make({ ...held, ...context, ...options, ...(maxIterations !== undefined && { maxIterations }) })
    const chosen = choice === undefined ? {} : { toolChoice: choice }
    return { ...made, about: `Like ${base}, with changes of your own.`, ...changes, ...chosen }
  }
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
