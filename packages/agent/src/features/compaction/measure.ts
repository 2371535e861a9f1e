// Measures messages when a history is condensed. Where characters are limited as well as tokens, a text weighs as much
// as the tighter of the two limits makes of it, so that what fits by weight fits both.
import type { Message } from "../../contracts/message.ts"
import { weightsOf } from "../../kernel/state/gauge.ts"
import type { State } from "../../kernel/state/state.ts"
import { charsOfMessage, writtenLength } from "../../kernel/state/written-chars.ts"
import { countText } from "../../tokens/counts.ts"
import { countMessage } from "../../tokens/message-counts.ts"
import { estimate } from "../../tokens/weights.ts"

export interface Measured {
  readonly text: (words: string) => number
  readonly message: (message: Message) => number
  /** How much of this weight the history may have, for so much room in tokens. */
  readonly within: (room: number) => number
}

/** About the ratio of a dense text: a character never weighs more, so that weights still mean tokens. */
const MAX_TOKENS_PER_CHAR = 0.3

/** A prompt and tools that take all the characters must still leave this share to the conversation. */
const MIN_SHARE = 0.1

export function measureFor(
  state: State,
  { model, room, maxChars }: { readonly model: string; readonly room: number; readonly maxChars: number | undefined },
): Measured {
  const weights = weightsOf(state.gauge, model)
  const text = (words: string) => estimate(countText(words), weights)
  const message = (each: Message) => estimate(countMessage(each), weights)
  if (maxChars === undefined) return { text, message, within: (tokens) => tokens }
  const chars = Math.max(maxChars * MIN_SHARE, maxChars - (state.gauge.frameChars ?? 0))
  const aChar = Math.min(MAX_TOKENS_PER_CHAR, room / chars)
  return {
    text: (words) => Math.max(text(words), Math.ceil(writtenLength(words) * aChar)),
    message: (each) => Math.max(message(each), Math.ceil(charsOfMessage(each) * aChar)),
    within: (tokens) => Math.min(tokens, Math.floor(chars * aChar)),
  }
}
