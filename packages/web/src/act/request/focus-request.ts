// Moves the focus to the first open request of the page: not onto a button, so that no key settles it by itself.

/** False when the page shows no open request. */
export function focusFirstRequest(): boolean {
  const panel = document.querySelector<HTMLElement>("[data-request]")
  if (panel === null) return false
  panel.scrollIntoView({ block: "center" })
  panel.focus()
  return true
}
