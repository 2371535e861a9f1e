// Listens to the keys of the table as long as the app is shown.
import { useEffect } from "react"
import { singleKeys } from "./choices.ts"
import { actionOf, isLeaving, type Where } from "./keys.ts"
import { runAction } from "./run-action.ts"

export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const where = whereIs(event.target)
      if (isLeaving(event, where) && event.target instanceof HTMLElement) event.target.blur()
      const action = actionOf(event, where)
      if (action === undefined) return
      event.preventDefault()
      runAction(action)
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [])
}

/** Fields take letters; menus and lists jump to the item that begins with one. */
const TAKES_LETTERS =
  "textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=button]), [contenteditable=true], [role^=menu], [role=listbox], [role=combobox]"

function whereIs(target: EventTarget | null): Where {
  return {
    isMac: IS_MAC,
    isTyping: target instanceof Element && target.closest(TAKES_LETTERS) !== null,
    isCovered: document.querySelector("dialog[open]") !== null,
    hasSingleKeys: singleKeys.get() === "on",
  }
}
