// What a key does in the composer.

export interface Pressed {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** An input method is still putting a character together: its Enter is not ours. */
  readonly isComposing: boolean
}

export interface Around {
  /** Choices for "@" or "/" are shown. */
  readonly hasChoices: boolean
  readonly isRunning: boolean
  /** On a phone, Enter makes a line: sending has its own button. */
  readonly isTouch: boolean
}

export type Deed = "send" | "steer" | "choose" | "next" | "previous" | "dismiss"

export function deedOf(pressed: Pressed, { hasChoices, isRunning, isTouch }: Around): Deed | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey, isComposing } = pressed
  if (isComposing) return undefined
  if (hasChoices) {
    if (key === "ArrowDown") return "next"
    if (key === "ArrowUp") return "previous"
    if (key === "Escape") return "dismiss"
    if (key === "Tab" || (key === "Enter" && !shiftKey)) return "choose"
  }
  if (key !== "Enter" || shiftKey || altKey) return undefined
  if (ctrlKey || metaKey) return isRunning ? "steer" : "send"
  return isTouch ? undefined : "send"
}
