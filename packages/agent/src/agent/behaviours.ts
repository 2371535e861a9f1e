// How an agent's sessions behave, each according to the profile it was opened with. Built once for each profile in use.
import type { Delegated } from "../contracts/delegation.ts"
import { type Behaviour, behave } from "./behaviour.ts"
import type { AgentSurroundings } from "./behaviour-inputs.ts"
import { withTurnModel } from "./named-models.ts"
import type { ProfileChoice } from "./profile-choice.ts"

export class Behaviours {
  readonly #profiles: ProfileChoice
  readonly #surroundings: AgentSurroundings
  readonly #made = new Map<string, Promise<Behaviour>>()

  constructor(profiles: ProfileChoice, surroundings: AgentSurroundings) {
    this.#profiles = profiles
    this.#surroundings = surroundings
  }

  /** Where a profile shows a digest of the history. */
  placeOf(wanted?: string, delegated?: Delegated): "message" | "system" {
    return this.#profiles.named(this.#profiles.nameFor(wanted), delegated).context.place
  }

  /** Without a name: the behaviour of new sessions. `model`: the name of a turn's own model. */
  of(wanted?: string, delegated?: Delegated, model?: string): Promise<Behaviour> {
    const name = this.#profiles.nameFor(wanted)
    const key = model === undefined ? keyOf(name, delegated) : JSON.stringify([keyOf(name, delegated), model])
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const { parts, ...others } = this.#surroundings
    const turnParts = model === undefined ? parts : withTurnModel(parts, model)
    const profile = this.#profiles.named(name, delegated)
    const behaviour = behave({ ...others, parts: turnParts, profile, delegated })
    this.#made.set(key, behaviour)
    return behaviour
  }
}

/** Children of the same kind, depth and budget behave alike. */
function keyOf(profile: string, delegated?: Delegated): string {
  if (delegated === undefined) return profile
  const { depth, kind, maxIterations, maxTokens } = delegated
  return JSON.stringify([profile, depth, kind, maxIterations, maxTokens])
}
