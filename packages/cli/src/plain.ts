// Text of models and tools made safe for a terminal: it may colour nothing, move no cursor and turn no line around.

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through.
const UNSAFE = /\u001b\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

export function plain(text: string): string {
  return text.replace(UNSAFE, "")
}

/** On one line, and no longer than this. */
export function short(text: string, length = 100): string {
  const line = plain(text).replace(/\s+/g, " ").trim()
  return line.length <= length ? line : `${line.slice(0, length - 3)}...`
}
