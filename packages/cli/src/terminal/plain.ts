// Makes text of models, tools and servers safe for a terminal: it cannot set colours or the title, move the cursor, reach
// the clipboard, reverse a line or hide characters between letters.

/** Escape sequences: title, clipboard and the like up to their end; colours and cursor movements. */
const SEQUENCES = String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]*[ -/]?[@-~]`
const CONTROLS = String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]`
/** Zero-width and direction characters. Joiners and variation selectors stay, except after ASCII, where they only hide. */
const UNSEEN = String.raw`(?![\u200c\u200d\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|(?<=\p{ASCII})[\u200c\u200d]|(?<=(?![\d#*])\p{ASCII})[\ufe00-\ufe0f]`

const UNSAFE = new RegExp(`${SEQUENCES}|${CONTROLS}|${UNSEEN}`, "gu")

export function plain(text: string): string {
  return text.replace(UNSAFE, "")
}

/** A name, a title or a path on one line: with line breaks it could look like a line of Pawl's. */
export function named(text: string): string {
  return plain(text).replace(/[\n\t]+/g, " ")
}

/** On one line, at most `length` characters. */
export function short(text: string, length = 100): string {
  const line = plain(text).replace(/\s+/g, " ").trim()
  return line.length <= length ? line : `${line.slice(0, length - 3)}...`
}
