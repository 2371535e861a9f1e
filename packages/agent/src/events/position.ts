// Where a subscriber is in a session's stream: `seq`; `seq+part` after some of the next fact's events; or
// `seq:attempt:offset` inside an answer, with a fourth number once thinking was told, and a letter where the numbers do not
// say whether text or thinking has begun and not ended.
import { defined } from "../base/defined.ts"
import { PawlError } from "../contracts/error.ts"

export interface Position {
  readonly seq: number
  /** How many events of the next fact were told already. */
  readonly part?: number
  readonly attempt?: string
  readonly offset: number
  readonly thinking: number
  /** What has begun and not ended; told by the numbers unless given. */
  readonly open?: Open
}

export type Open = "text" | "thinking" | "none"

const LETTERS: Readonly<Record<Open, string>> = { text: "t", thinking: "k", none: "n" }

/** Most often text has begun when some was told, and before it thinking. */
function impliedBy({ offset, thinking }: Pick<Position, "offset" | "thinking">): Open {
  return offset > 0 ? "text" : thinking > 0 ? "thinking" : "none"
}

export function openAt(position: Position): Open {
  return position.open ?? impliedBy(position)
}

export const START: Position = { seq: 0, offset: 0, thinking: 0 }

export function formatPosition(position: Position): string {
  const { seq, part = 0, attempt, offset, thinking, open } = position
  if (attempt === undefined) return part === 0 ? `${seq}` : `${seq}+${part}`
  const letter = open === undefined || open === impliedBy(position) ? "" : LETTERS[open]
  return thinking === 0 ? `${seq}:${attempt}:${offset}${letter}` : `${seq}:${attempt}:${offset}:${thinking}${letter}`
}

const OPENS: Readonly<Record<string, Open>> = { t: "text", k: "thinking", n: "none" }

export function parsePosition(position: string | number): Position {
  const match = /^(\d{1,15})(?:\+(\d{1,3})|:([\w.-]+):(\d{1,15})(?::(\d{1,15}))?([tkn])?)?$/.exec(String(position))
  if (match === null) {
    throw new PawlError(
      "config-invalid",
      `"${position}" is not a position in an event stream. Pass the position of an event you received, or a fact's seq.`,
    )
  }
  const [, seq, part, attempt, offset = 0, thinking = 0, letter] = match
  const open = letter === undefined ? undefined : OPENS[letter]
  const inside = {
    ...defined({ attempt }),
    ...(part !== undefined && { part: Number(part) }),
    ...defined({ open }),
  }
  return { seq: Number(seq), ...inside, offset: Number(offset), thinking: Number(thinking) }
}
