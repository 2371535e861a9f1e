// Removes known secrets from a model's answers: a secret that the model saw in a file or on a page must not enter the
// log. The model itself later sees its answer as it was stored.
import type { AskedCall, Reply } from "../contracts/answer.ts"
import { Asking } from "../contracts/asking.ts"
import { type Model, withAsk } from "../contracts/model.ts"
import { cleanJson, type KnownSecrets } from "../secrets/known-secrets.ts"

/** `window`: the declared one, which takes precedence over the model's. */
export function withoutSecrets(model: Model, secrets: KnownSecrets, window = model.window): Model {
  const ask: Model["ask"] = async (request, how) => {
    const text = secrets.stream(how.onText)
    const reasoning = secrets.stream(how.onReasoning)
    const reply = await model.ask(request, new Asking(Asking.stopOf(how), text.push, reasoning.push))
    text.end()
    reasoning.end()
    return cleanReply(reply, secrets.clean)
  }
  return withAsk(model, ask, window)
}

function cleanReply(reply: Reply, clean: KnownSecrets["clean"]): Reply {
  if (reply?.kind === "failure") return cleanFailure(reply, clean)
  if (reply?.kind !== "answer") return reply
  return {
    ...reply,
    text: clean(reply.text),
    calls: reply.calls.map((call) => cleanCall(call, clean)),
    problems: reply.problems.map(({ code, message }) => ({ code, message: clean(message) })),
    // A provider refuses thinking that it signed unless it comes back unchanged.
    reasoning: reply.reasoning.map((thought) =>
      thought.signature === undefined ? { ...thought, text: clean(thought.text) } : thought,
    ),
  }
}

function cleanCall(call: AskedCall, clean: KnownSecrets["clean"]): AskedCall {
  const cleaned = { ...call, name: clean(call.name), arguments: cleanJson(call.arguments, clean) }
  return call.unreadable === undefined ? cleaned : { ...cleaned, unreadable: clean(call.unreadable) }
}

/** The partial text of a failed answer is stored, and some providers quote the request in their errors. */
function cleanFailure(reply: Extract<Reply, { kind: "failure" }>, clean: KnownSecrets["clean"]): Reply {
  const { error, text } = reply
  return {
    ...reply,
    error: { ...error, message: clean(error.message) },
    ...(text !== undefined && { text: clean(text) }),
  }
}
