// Where a subscriber is in a session's stream: `seq`, or `seq:attempt:offset` inside an answer, with a fourth number once
// thinking was told.
import { PawlError } from "../contracts/error.ts"

export interface Position {
  readonly seq: number
  readonly attempt?: string
  readonly offset: number
  readonly thinking: number
}

export const START: Position = { seq: 0, offset: 0, thinking: 0 }

export function formatPosition({ seq, attempt, offset, thinking }: Position): string {
  if (attempt === undefined) return `${seq}`
  return thinking === 0 ? `${seq}:${attempt}:${offset}` : `${seq}:${attempt}:${offset}:${thinking}`
}

export function parsePosition(position: string | number): Position {
  const match = /^(\d{1,15})(?::([\w.-]+):(\d{1,15})(?::(\d{1,15}))?)?$/.exec(String(position))
  if (match === null) {
    throw new PawlError(
      "config-invalid",
      `"${position}" is not a position in an event stream. Pass the position of an event you received, or a fact's seq.`,
    )
  }
  const [, seq, attempt, offset = 0, thinking = 0] = match
  const inside = attempt === undefined ? {} : { attempt }
  return { seq: Number(seq), ...inside, offset: Number(offset), thinking: Number(thinking) }
}
