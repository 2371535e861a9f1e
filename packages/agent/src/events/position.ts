// A subscriber's position in a session's stream: `seq`; `seq+part` after some events of the next fact; or
// `seq:attempt:offset` inside an answer, with a fourth number once thinking was published, and a letter when the
// numbers do not show whether text or thinking is open.
import { defined } from "../base/defined.ts"
import { PawlError } from "../contracts/error.ts"

export interface Position {
  readonly seq: number
  /** The number of events of the next fact that were already published. */
  readonly part?: number
  readonly attempt?: string
  readonly offset: number
  readonly thinking: number
  /** What is open (started and not ended); implied by the numbers unless given. */
  readonly open?: Open
}

export type Open = "text" | "thinking" | "none"

const LETTERS: Readonly<Record<Open, string>> = { text: "t", thinking: "k", none: "n" }

/** Usually text is open once some was published, and before that thinking. */
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
