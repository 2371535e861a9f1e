// The one place where a model is asked.
import type { Reply } from "../../contracts/answer.ts"
import { messageOf } from "../../contracts/error.ts"
import type { AskOptions, Model, ModelRequest } from "../../contracts/model.ts"
import { readReply } from "./read-reply.ts"

/** A model reports its failures; one that throws is broken, and that too is only a failed call. */
export async function askModel(model: Model, request: ModelRequest, how: AskOptions): Promise<Reply> {
  try {
    return readReply(await model.ask(request, how))
  } catch (error) {
    return internal("model-crashed", `The model adapter failed: ${messageOf(error)}`)
  }
}

export function internal(code: string, message: string): Reply {
  return { kind: "failure", error: { class: "internal", code, message } }
}
