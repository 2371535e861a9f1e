// How far something that sticks out of the window is moved to be inside of it.

const MARGIN = 8

/** In pixels: positive to the right. What is wider than the window begins at its left. */
export function shiftInside({ left, right }: { readonly left: number; readonly right: number }, width: number): number {
  if (left < MARGIN) return MARGIN - left
  const over = right - (width - MARGIN)
  return over <= 0 ? 0 : -Math.min(over, left - MARGIN)
}
