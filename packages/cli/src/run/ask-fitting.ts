// Sends one prompt and, with a schema, checks the answer: if it does not fit, the model is asked once more.
import { EXIT } from "../exit-codes.ts"
import { Failure, report } from "../failure.ts"
import { type AnswerSchema, askAgain } from "./answer-schema.ts"
import { type Input, inputOf, type Prompt } from "./attachments.ts"
import type { Output } from "./output.ts"
import type { FollowedTurn } from "./turn.ts"

/** Sends input and follows the turn to its end; undefined when it was stopped before it began. */
export type Ask = (input: Input) => Promise<FollowedTurn | undefined>

interface Asked {
  readonly turn: FollowedTurn
  readonly data?: unknown
  readonly problems?: string
}

export async function askFitting(ask: Ask, prompt: Prompt, schema: AnswerSchema | undefined): Promise<Asked> {
  const first = await answered(ask, inputOf({ ...prompt, text: prompt.text + (schema?.instructions ?? "") }))
  if (schema === undefined || first.exit !== EXIT.done) return { turn: first }
  const read = schema.read(first.result.text)
  if (read.ok) return { turn: first, data: read.data }
  const second = await answered(ask, askAgain(read.problems))
  if (second.exit !== EXIT.done) return { turn: second }
  const again = schema.read(second.result.text)
  return again.ok ? { turn: second, data: again.data } : { turn: second, problems: again.problems }
}

async function answered(ask: Ask, input: Input): Promise<FollowedTurn> {
  const turn = await ask(input)
  if (turn === undefined) throw new Failure(EXIT.cancelled, "Stopped before the model was asked.")
  return turn
}

/** Prints the result. Returns the exit code. */
export function finish({ turn, data, problems }: Asked, output: Output): number {
  if (problems === undefined) {
    output.end(turn.result, data)
    return turn.failure === undefined ? turn.exit : report(turn.failure)
  }
  const message = `The answer does not fit the JSON Schema, twice: ${problems}. Ask more plainly, or loosen the schema.`
  // A reader of the JSON object must not take it for a success.
  output.end({ ...turn.result, outcome: "failed", error: { code: "schema-mismatch", message } }, undefined)
  return report(new Failure(EXIT.failed, message))
}
