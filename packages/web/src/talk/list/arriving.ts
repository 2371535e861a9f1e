// How many of the turns before the first drawn one are drawn next: a page of earlier turns comes a turn a frame, so that no frame
// has to lay out all of them.

/** At first: they fill a screen, and the rest comes above it. */
export const AT_FIRST = 3
const A_FRAME = 1

/** The number of the first turn to draw, when those from `from` on are drawn. Undefined: none are. */
export function nextFirst(turns: readonly { readonly turn: number }[], from: number | undefined): number | undefined {
  const index = from === undefined ? -1 : turns.findIndex(({ turn }) => turn >= from)
  // Nothing of what was drawn is left: as at first.
  if (index < 0) return turns.at(-AT_FIRST)?.turn ?? turns[0]?.turn
  return turns[Math.max(0, index - A_FRAME)]?.turn
}
