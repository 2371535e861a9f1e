// All keys of the app in one table: what each does, and what the sheet of keys lists.

export type Action = (typeof KEYS)[number]["action"]

export interface KeyRow {
  readonly action: string
  readonly key: string
  /** Together with Ctrl, or Cmd on a Mac. Such keys also work while the person types. */
  readonly withMod?: true
}

export const KEYS = [
  { action: "palette", key: "k", withMod: true },
  { action: "sheet", key: "?" },
  { action: "newSession", key: "n" },
  { action: "composer", key: "/" },
  { action: "firstRequest", key: "a" },
  { action: "inbox", key: "i" },
  { action: "search", key: "f" },
  { action: "nextSession", key: "j" },
  { action: "previousSession", key: "k" },
  { action: "sidePanel", key: "p" },
  { action: "sidebar", key: "b" },
  { action: "theme", key: "t" },
  { action: "settings", key: "," },
] as const satisfies readonly KeyRow[]

/** Keys of the message field. It handles them itself; the sheet lists them. */
export const WRITING_KEYS = [
  { what: "send", keys: ["Enter"] },
  { what: "newline", keys: ["Shift", "Enter"] },
  { what: "steer", keys: ["mod", "Enter"] },
  { what: "stop", keys: ["Esc"] },
] as const

type Pressed = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing" | "defaultPrevented" | "repeat"
>

export interface Where {
  readonly isMac: boolean
  /** The focus is where letters are written or chosen by. */
  readonly isTyping: boolean
  /** A dialog is above the page. */
  readonly isCovered: boolean
  /** The person wants keys without Ctrl. */
  readonly hasSingleKeys: boolean
}

/** What a pressed key does here. Undefined leaves the key to the page and the browser. */
export function actionOf(pressed: Pressed, where: Where): Action | undefined {
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, repeat } = pressed
  if (isComposing || defaultPrevented || repeat || altKey || where.isCovered) return undefined
  const hasMod = where.isMac ? metaKey : ctrlKey
  const hasOther = where.isMac ? ctrlKey : metaKey
  if (hasOther || (!hasMod && (where.isTyping || !where.hasSingleKeys))) return undefined
  return KEYS.find((row: KeyRow) => row.key === key && (row.withMod === true) === hasMod)?.action
}

/** Escape leaves a field, unless the page has used it: the other keys work from there. */
export function isLeaving({ key, isComposing, defaultPrevented }: Pressed, { isTyping, isCovered }: Where): boolean {
  return key === "Escape" && isTyping && !isCovered && !isComposing && !defaultPrevented
}

export function keyOf(action: Action): KeyRow {
  const row = KEYS.find((each) => each.action === action)
  if (row === undefined) throw new Error(`The table of keys has no row for "${action}".`)
  return row
}

/** The names of the keys to press, as a keyboard has them: ["Ctrl", "K"]. */
export function keyNames({ key, withMod }: KeyRow, isMac: boolean): readonly string[] {
  const cap = key.toUpperCase()
  return withMod === true ? [modName(isMac), cap] : [cap]
}

export function modName(isMac: boolean): string {
  return isMac ? "⌘" : "Ctrl"
}
