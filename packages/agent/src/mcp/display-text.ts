// Prepares a server's text for display to a person: without terminal control sequences, at most a page long, and indented so
// that it cannot be mistaken for a question or an answer of ours.

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not get through.
const UNSAFE = /\u001b\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
const MAX_CHARS = 2000

/** The text on one line. */
export function onOneLine(words: string): string {
  return short(plain(words).replace(/\s+/g, " ").trim())
}

/** The text with every line but the first indented. */
export function indented(words: string): string {
  const lines = short(plain(words).trim()).split(/[\n\u2028\u2029]+/)
  return lines.map((line) => line.trimEnd()).join("\n    ")
}

function plain(words: string): string {
  return words.replace(/\r\n?/g, "\n").replace(UNSAFE, "")
}

function short(words: string): string {
  return words.length <= MAX_CHARS
    ? words
    : `${words.slice(0, MAX_CHARS)}… [${words.length - MAX_CHARS} more characters]`
}
