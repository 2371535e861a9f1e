// The models as a session asks them: with what is declared of them, in the profile's dialect, without secrets.
import { type Model, withAsk } from "../contracts/model.ts"
import { withAttachments } from "../model/attachments/with-attachments.ts"
import { toldThinking } from "../model/told-thinking.ts"
import { withoutSecrets } from "../model/without-secrets.ts"
import { withWrittenCalls } from "../model/written-calls.ts"
import type { Profile } from "../profiles/profile.ts"
import type { Making } from "./making.ts"
import type { AgentParts } from "./parts.ts"
import { besideOf } from "./planner-wiring.ts"

export async function speakersFor({ profile, options, parts }: Making): Promise<readonly Model[]> {
  const models = [...declared(parts.models, options.window), ...besideOf(parts)]
  const { dialect = profile.dialect } = options
  return speaking(
    models.map((model) => withoutSecrets(model, parts.secrets)),
    dialect,
    profile,
  )
}

/** As they are: a question has no tools, so that no dialect is needed to answer it. */
export function judgesFor({ judge, models, secrets }: AgentParts): readonly Model[] {
  return (judge === undefined ? models : [judge]).map((model) => withoutSecrets(model, secrets))
}

/** What the user declares wins over what a catalogue says, wherever it matters. */
function declared(models: readonly Model[], window: number | undefined): readonly Model[] {
  if (window === undefined) return models
  return models.map((model) => withAsk(model, (request, how) => model.ask(request, how), window))
}

/** Dialects are loaded only where one is spoken. */
async function speaking(
  given: readonly Model[],
  named: string | undefined,
  { thinking = "kept", prompt }: Profile,
): Promise<readonly Model[]> {
  const dialect = named ?? "native"
  const models =
    thinking === "kept" ? given : given.map((model) => toldThinking(model, { isNative: dialect === "native" }))
  if (named === undefined) return models.map((model) => withWrittenCalls(withAttachments(model), dialect))
  const toolsIn = prompt?.layout?.["tool-rules"] ?? "system"
  const dialects = await import("../model/dialects/dialects.ts")
  const spoken = (model: Model) => dialects.speaking(model, dialects.dialectNamed(dialect, { toolsIn }))
  return models.map((model) => withWrittenCalls(withAttachments(spoken(model)), dialect))
}
