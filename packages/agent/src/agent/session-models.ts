// The models as a session uses them: with the declared window, in the profile's dialect, without secrets.
import { type Model, withAsk } from "../contracts/model.ts"
import { withAttachments } from "../model/attachments/with-attachments.ts"
import { rateKeyOf } from "../model/rates/rate-key.ts"
import { withTypedAnswers } from "../model/typed/typed-answers.ts"
import { withWrittenCalls } from "../model/written-calls.ts"
import type { Profile } from "../profiles/profile.ts"
import type { BehaviourInputs } from "./behaviour-inputs.ts"
import type { AgentParts } from "./parts.ts"
import { besideOf } from "./planner-wiring.ts"

export async function sessionModels({ profile, options, parts }: BehaviourInputs): Promise<readonly Model[]> {
  const models = [
    ...(await withoutKnownSecrets(parts.models, parts, options.window)),
    ...(await withoutKnownSecrets(besideOf(parts), parts)),
  ]
  const { dialect = profile.dialect } = options
  return inDialect(models, dialect, profile)
}

/** Without a dialect: a request to the judge offers no tools, so none is needed. */
export function judgesFor(parts: AgentParts): Promise<readonly Model[]> {
  const { judge, models } = parts
  return withoutKnownSecrets(judge === undefined ? models : [judge], parts)
}

/** The key is made of the model as it was given, before a session's profile changes how it is asked. */
function withRateKey(model: Model): Model {
  if (model.rateKey !== undefined) return model
  return { ...withAsk(model, (request, how) => model.ask(request, how)), rateKey: rateKeyOf(model) }
}

/**
 * Keeps secrets out of the log; loaded only if any are known. A declared window takes precedence over the catalogue's
 * everywhere.
 */
async function withoutKnownSecrets(given: readonly Model[], { secrets }: AgentParts, window?: number) {
  const models = given.map(withRateKey)
  if (secrets !== undefined) {
    const { withoutSecrets } = await import("../model/without-secrets.ts")
    return models.map((model) => withoutSecrets(model, secrets, window))
  }
  if (window === undefined) return models
  return models.map((model) => withAsk(model, (request, how) => model.ask(request, how), window))
}

/** Dialects are loaded only when one is used. */
async function inDialect(
  given: readonly Model[],
  named: string | undefined,
  { thinking = "kept", prompt }: Profile,
): Promise<readonly Model[]> {
  const dialect = named ?? "native"
  const models = thinking === "kept" ? given : await publishingThinking(given, dialect === "native")
  if (named === undefined) return models.map((model) => typed(withAttachments(model), dialect))
  const toolsIn = prompt?.layout?.["tool-rules"] ?? "system"
  const dialects = await import("../model/dialects/dialects.ts")
  const spoken = (model: Model) => dialects.speaking(model, dialects.dialectNamed(dialect, { toolsIn }))
  return models.map((model) => typed(withAttachments(spoken(model)), dialect))
}

function typed(model: Model, dialect: string): Model {
  return withTypedAnswers(withWrittenCalls(model, dialect), dialect)
}

async function publishingThinking(models: readonly Model[], isNative: boolean): Promise<readonly Model[]> {
  const { withPublishedThinking } = await import("../model/published-thinking.ts")
  return models.map((model) => withPublishedThinking(model, { isNative }))
}
