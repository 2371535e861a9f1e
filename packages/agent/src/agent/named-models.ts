// The models of an agent by their names: those that a turn or a kind of child may be given in place of the chain.
import { PawlError } from "../contracts/error.ts"
import type { AnyModel, Model } from "../contracts/model.ts"
import type { AgentParts } from "./parts.ts"

/** The first model of a name counts in the chain, where one model may stand twice. Among others a name is unique. */
export function namedModels(chain: readonly Model[], others: readonly Model[]): ReadonlyMap<string, Model> {
  const named = new Map(chain.toReversed().map((model) => [model.name, model]))
  for (const model of others) {
    const known = named.get(model.name)
    if (known !== undefined && known !== model && others.includes(known))
      throw new PawlError(
        "config-invalid",
        `createAgent got invalid options. Correct these: models: two of them are named "${model.name}".`,
      )
    if (known === undefined) named.set(model.name, model)
  }
  return named
}

/** The name of a model in the log. */
export function nameOf(model: AnyModel): string {
  if (typeof model === "string") return model
  return "ask" in model ? model.name : `${model.provider}:${model.modelId}`
}

/** Another process has to find the model again after a crash, so only a model that the agent knows can be chosen. */
export function modelGiven(wanted: AnyModel, { named }: Pick<AgentParts, "named">): Model {
  const name = nameOf(wanted)
  const model = named.get(name)
  if (model !== undefined) return model
  throw new PawlError(
    "input-invalid",
    `This agent has no model named "${name}". Nothing was sent. Pass the model to createAgent in the option "models", so that any process can go on with it after a crash.`,
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
