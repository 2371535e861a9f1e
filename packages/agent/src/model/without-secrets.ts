// What a model says, without the secrets that the agent knows: a model that was shown one by a file or a page must not bring it
// into the log. It is told so too: it finds its words as they are kept.
import type { Reply } from "../contracts/answer.ts"
import { type Model, withAsk } from "../contracts/model.ts"
import { cleanJson, type KnownSecrets } from "../secrets/known-secrets.ts"

export function withoutSecrets(model: Model, secrets: KnownSecrets | undefined): Model {
  if (secrets === undefined) return model
  return withAsk(model, async (request, how) => {
    const [text, reasoning] = [secrets.stream(how.onText), secrets.stream(how.onReasoning)]
    const reply = await model.ask(request, { ...how, onText: text.push, onReasoning: reasoning.push })
    text.end()
    reasoning.end()
    return cleanReply(reply, secrets.clean)
  })
}

function cleanReply(reply: Reply, clean: KnownSecrets["clean"]): Reply {
  if (reply?.kind === "failure") return cleanFailure(reply, clean)
  if (reply?.kind !== "answer") return reply
  return {
    ...reply,
    text: clean(reply.text),
    calls: reply.calls.map(({ unreadable, ...call }) => ({
      ...call,
      name: clean(call.name),
      arguments: cleanJson(call.arguments, clean),
      ...(unreadable !== undefined && { unreadable: clean(unreadable) }),
    })),
    problems: reply.problems.map(({ code, message }) => ({ code, message: clean(message) })),
    // What a provider signed goes back as it came, or it is refused.
    reasoning: reply.reasoning.map((thought) =>
      thought.signature === undefined ? { ...thought, text: clean(thought.text) } : thought,
    ),
  }
}

/** What was said until then is kept, and some providers say in their errors what they were sent. */
function cleanFailure(reply: Extract<Reply, { kind: "failure" }>, clean: KnownSecrets["clean"]): Reply {
  const { error, text } = reply
  return {
    ...reply,
    error: { ...error, message: clean(error.message) },
    ...(text !== undefined && { text: clean(text) }),
  }
}
