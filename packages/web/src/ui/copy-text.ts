// Puts a text on the clipboard. Browsers have their clipboard only for pages that came encrypted or from this machine; elsewhere
// a text is copied as a person would: it is selected first.
import { t } from "../i18n/words.ts"

export async function copyText(text: string): Promise<void> {
  // Absent there, whatever the types say.
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard !== undefined) return clipboard.writeText(text)
  if (!copySelected(text)) throw new Error(t("app.notCopied"))
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const box = document.createElement("textarea")
  box.value = text
  box.className = "sr-only"
  // Outside of an open dialog nothing can be selected.
  const place = document.querySelector("dialog[open]") ?? document.body
  place.append(box)
  box.select()
  const isCopied = document.execCommand("copy")
  box.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}
