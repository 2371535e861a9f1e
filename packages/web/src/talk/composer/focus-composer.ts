// Puts the cursor where the next message is written.
import { isTouch } from "./is-touch.ts"

/** Not on a phone: its keyboard would cover half of the page. */
export function focusComposer(): void {
  if (!isTouch()) document.getElementById("composer")?.focus()
}
