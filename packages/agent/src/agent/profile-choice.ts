// Chooses the profile of each session: one for new sessions, and the one an older session was opened with.
import { defined } from "../base/defined.ts"
import type { Delegated } from "../contracts/delegation.ts"
import { messageOf, PawlError } from "../contracts/error.ts"
import type { AnsweredTurn } from "../contracts/finish-check.ts"
import { guarded } from "../features/finish/checks.ts"
import { scheduleChanges } from "../kernel/rules/retry-schedule.ts"
import type { MakeProfile, Profile, ProfileOptions } from "../profiles/profile.ts"
import { profileNamed, profiles } from "../profiles/profiles.ts"
import type { AppContexts } from "./app-contexts.ts"
import type { AgentOptions } from "./options.ts"
import type { AgentParts } from "./parts.ts"
import { fittingOf } from "./request-context.ts"

export class ProfileChoice {
  /** The profile of new sessions. */
  readonly chosen: Profile
  readonly #given: NonNullable<AgentOptions["profile"]>
  readonly #how: ProfileOptions

  constructor(options: AgentOptions, parts: AgentParts, contexts: AppContexts) {
    this.#given = options.profile ?? "default"
    this.#how = profileOptions(options, parts, contexts)
    this.chosen = chosen(this.#given, this.#how)
  }

  /**
   * A session keeps the profile it was opened with. If that profile is no longer known, it
   * gets the one of new sessions.
   */
  nameFor(wanted = this.chosen.name): string {
    return makerOf(wanted) === undefined ? this.chosen.name : wanted
  }

  /** The profile of a new session that asks for one by name; the one of new sessions if it names none. */
  forNew(wanted: string | undefined): Profile {
    if (wanted === undefined || wanted === this.chosen.name) return this.chosen
    if (makerOf(wanted) !== undefined) return this.named(wanted)
    const known = [...new Set([...Object.keys(profiles), this.chosen.name])].join(", ")
    throw new PawlError("input-invalid", `There is no profile "${wanted}". Choose from: ${known}.`)
  }

  /** A child may have fewer iterations. */
  named(name: string, delegated?: Delegated): Profile {
    const isOwn = name === this.chosen.name
    if (isOwn && delegated === undefined) return this.chosen
    const how = { ...this.#how, ...iterationsOf(delegated) }
    return isOwn ? chosen(this.#given, how) : (makerOf(name)?.(how) ?? this.chosen)
  }
}

function makerOf(name: string): MakeProfile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined
}

function chosen(given: NonNullable<AgentOptions["profile"]>, how: ProfileOptions): Profile {
  if (typeof given === "string") return profileNamed(given)(how)
  return typeof given === "function" ? given(how) : given
}

function profileOptions(options: AgentOptions, { models }: AgentParts, contexts: AppContexts): ProfileOptions {
  const { maxIterations, maxRetryAfterMs, retries, window } = options
  const fitting = fittingOf(models, window)
  return {
    models: models.length,
    fitting,
    ...defined({ maxIterations, maxRetryAfterMs }),
    ...(retries !== undefined && { retry: scheduleChanges(retries) }),
    ...finishOf(options, contexts),
  }
}

function iterationsOf({ maxIterations }: Partial<Delegated> = {}): ProfileOptions {
  return maxIterations === undefined ? {} : { maxIterations }
}

/** The user's own checks run within the rules: whatever they do, the session must go on. */
function finishOf({ finish, onError }: AgentOptions, contexts: AppContexts): Pick<ProfileOptions, "finish"> {
  if (finish === undefined) return {}
  if (typeof finish !== "object") return { finish }
  const told =
    onError === undefined ? (error: unknown) => process.emitWarning(messageOf(error)) : onError.bind(null, "")
  const ports = { onError: told, contextAt: (turn: AnsweredTurn) => contexts.at(turn) }
  return { finish: finish.map((check) => guarded(check, ports)) }
}
