// Where a subscriber is in a session's stream: `seq`, or `seq:attempt:offset` inside an answer.
import { PawlError } from "../contracts/error.ts"

export interface Position {
  readonly seq: number
  readonly attempt?: string
  readonly offset: number
}

export const START: Position = { seq: 0, offset: 0 }

export function formatPosition({ seq, attempt, offset }: Position): string {
  return attempt === undefined ? `${seq}` : `${seq}:${attempt}:${offset}`
}

export function parsePosition(position: string | number): Position {
  const match = /^(\d{1,15})(?::([\w.-]+):(\d{1,15}))?$/.exec(String(position))
  if (match === null) {
    throw new PawlError(
      "config-invalid",
      `"${position}" is not a position in an event stream. Pass the position of an event you received, or a fact's seq.`,
    )
  }
  const [, seq, attempt, offset] = match
  return { seq: Number(seq), ...(attempt !== undefined && { attempt }), offset: Number(offset ?? 0) }
}
