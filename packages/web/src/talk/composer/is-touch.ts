// Whether the person writes on glass: there Enter makes a line, and a focus opens a keyboard over half of the page.
export function isTouch(): boolean {
  return matchMedia("(pointer: coarse) and (hover: none)").matches
}
