// The models of an agent by their names: those that a turn or a kind of child may be given in place of the chain.
import { PawlError } from "../contracts/error.ts"
import type { AnyModel, Model } from "../contracts/model.ts"
import { modelProblem } from "./part-problems.ts"
import type { AgentParts } from "./parts.ts"

/**
 * The first model of a name counts in the chain, where one model may stand twice. All others have names of their own,
 * because a turn finds its model by name.
 */
export function namedModels(chain: readonly Given[], others: readonly Given[]): ReadonlyMap<string, Model> {
  const named = new Map(chain.toReversed().map((given) => [given.model.name, given]))
  for (const given of others) {
    const { name } = given.model
    const known = named.get(name)
    if (known !== undefined && known.spec !== given.spec) throw sameName(name)
    if (known === undefined) named.set(name, given)
  }
  return new Map([...named].map(([name, { model }]) => [name, model]))
}

/** A model, and what the program wrote for it. */
export interface Given {
  readonly spec: AnyModel
  readonly model: Model
}

function sameName(name: string): PawlError {
  return new PawlError(
    "config-invalid",
    `createAgent got invalid options. Correct these: models: two models are named "${name}", and a turn finds its model by name; give one another name, as in modelFrom("${name}", { name: "second" }).`,
  )
}

/** The name of a model in the log. */
export function nameOf(model: AnyModel): string {
  if (typeof model === "string") return model
  return "ask" in model ? model.name : `${model.provider}:${model.modelId}`
}

/** Another process has to find the model again after a crash, so only a model that the agent knows can be chosen. */
export function modelGiven(wanted: AnyModel, { named, given }: Pick<AgentParts, "named" | "given">): Model {
  const problem = modelProblem("model", wanted)
  if (problem !== undefined) throw new PawlError("input-invalid", `${problem}. Nothing was sent.`)
  const name = nameOf(wanted)
  const model = named.get(name)
  if (model === undefined) throw unknownModel(`has no model named "${name}"`)
  // Another object of that name may have another key or address: asking the known one instead would be silent.
  if (typeof wanted !== "string" && !given.has(wanted)) throw unknownModel(`was given another model named "${name}"`)
  return model
}

function unknownModel(what: string): PawlError {
  return new PawlError(
    "input-invalid",
    `This agent ${what}. Nothing was sent. Pass the model to createAgent in the option "models", so that any process can go on with it after a crash.`,
  )
}

/** The agent as a turn with a model of its own sees it. The other places of the chain stay, because plans count them. */
export function withTurnModel(parts: AgentParts, name: string): AgentParts {
  const [, ...others] = parts.models
  return { ...parts, models: [parts.named.get(name) ?? missingModel(name), ...others] }
}

/** The turn was begun by a process whose agent had this model. It fails with words, and the session stays usable. */
function missingModel(name: string): Model {
  const message = `The turn was begun with the model "${name}", which this agent does not have. Pass it in the option "models" of createAgent, then retry the turn.`
  return { name, ask: async () => ({ kind: "failure", error: { class: "config", code: "model-missing", message } }) }
}
