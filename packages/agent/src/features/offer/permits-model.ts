// The program says who may use which model. It is asked before each request: of a turn, a retry, a fallback, a summary, a judge.
import type { ModelError } from "../../contracts/answer.ts"
import { PawlError } from "../../contracts/error.ts"
import type { TurnAbout } from "../../contracts/turn-about.ts"
import type { State } from "../../kernel/state/state.ts"

/** A request that is about to be sent, and for whom. */
export interface ModelToPermit<Context = unknown> extends TurnAbout<Context> {
  /** The model's name. */
  readonly model: string
}

/** Whether the owner of a session may use a model. */
export type PermitsModel<Context = unknown> = (request: ModelToPermit<Context>) => boolean | Promise<boolean>

export interface PermitModelPorts {
  /** Why the owner may not use the model; never rejects. Without it, all may use all models. */
  readonly permitsModel?: (session: string, state: State, model: string) => Promise<ModelError | undefined>
}

export const MODEL_NOT_ALLOWED = "model-not-allowed"

/** Permits nothing when the function fails, and tells `onError` why. */
export function permitsModelBy(
  permits: PermitsModel,
  contextFor: (state: State) => unknown,
  onError: (session: string, error: unknown) => void,
): NonNullable<PermitModelPorts["permitsModel"]> {
  return async (session, state, model) => {
    const { owner } = state.session ?? {}
    const about = { session, turn: state.turns, ...(owner !== undefined && { owner }), context: contextFor(state) }
    try {
      const answer: unknown = await permits({ ...about, model })
      if (answer === true) return undefined
      if (answer !== false) throw new PawlError("config-invalid", wrongAnswer(model))
    } catch (error) {
      onError(session, error)
    }
    // Of this class, so that the next model is asked, if there is one.
    return { class: "config", code: MODEL_NOT_ALLOWED, message: refusal(model) }
  }
}

function wrongAnswer(model: string): string {
  return `The function "permitsModel" must return true or false. "${model}" is not asked.`
}

function refusal(model: string): string {
  return `The owner of this session may not use the model "${model}", so it was not asked. Choose another model.`
}
