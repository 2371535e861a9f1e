// A summary made without a model: a line for each message. When there are too many, the oldest are left out.
import type { Message } from "../../contracts/message.ts"
import { isPassing } from "../../kernel/state/passing.ts"
import { type Entry, type Need, oneLine } from "./shape.ts"

const WORDS = 80
const RESULT = 60

/** As many of the newest as fit. */
export function linesOf(
  entries: readonly Entry[],
  need: Pick<Need, "textOf"> & Partial<Pick<Need, "tokens">>,
  most = Number.POSITIVE_INFINITY,
): string {
  const tokens = need.tokens ?? (() => 0)
  const kept: string[] = []
  let left = most - tokens(OMITTED)
  for (let place = entries.length - 1; place >= 0; place--) {
    const lines = lineOf((entries[place] as Entry).message, need) // Within the list.
    left -= lines.reduce((sum, line) => sum + tokens(line) + 1, 0)
    if (left < 0 && kept.length > 0) return [OMITTED, ...kept.reverse()].join("\n")
    kept.push(...lines.toReversed())
  }
  return kept.reverse().join("\n")
}

function lineOf(message: Message, { textOf }: Pick<Need, "textOf">): readonly string[] {
  if (isPassing(message)) return []
  switch (message.role) {
    case "user":
      return message.from === "digest" ? [] : [`${message.from ?? "user"}: ${oneLine(textOf(message.parts), WORDS)}`]
    case "assistant": {
      const calls = message.calls.map(
        ({ name, arguments: given }) => `${name} ${oneLine(JSON.stringify(given), WORDS)}`,
      )
      const said = message.text.trim() === "" ? [] : [`assistant: ${oneLine(message.text, WORDS)}`]
      return [...said, ...calls.map((call) => `called ${call}`)]
    }
    case "tool":
      return [`${message.name} ${message.failed ? "failed" : "returned"}: ${oneLine(textOf(message.parts), RESULT)}`]
  }
}

export const OMITTED = "[… earlier lines omitted …]"

/** An earlier summary comes first; when there is no room for both, each loses its oldest lines. */
export function joinSummaries(earlier: string, later: string, most: number, need: Pick<Need, "tokens">): string {
  const both = [earlier, later].map((each) => each.trim()).filter((each) => each !== "")
  const whole = both.join("\n\n")
  if (need.tokens(whole) <= most) return whole
  const [first = "", second = ""] = both
  if (both.length < 2) return newestLines(first, most, need)
  const share = Math.floor(most * 0.4)
  const kept = newestLines(first, share, need)
  return `${kept}\n\n${newestLines(second, Math.max(20, most - need.tokens(kept)), need)}`
}

function newestLines(words: string, most: number, need: Pick<Need, "tokens">): string {
  if (need.tokens(words) <= most) return words
  const lines = words.split("\n").filter((line) => line !== OMITTED)
  const kept: string[] = []
  let left = most - need.tokens(OMITTED)
  for (const line of lines.toReversed()) {
    left -= need.tokens(line) + 1
    if (left < 0) break
    kept.unshift(line)
  }
  // A single line that is too long keeps its end.
  if (kept.length === 0) kept.push((lines.at(-1) ?? "").slice(-Math.max(40, most * 2)).toWellFormed())
  return [OMITTED, ...kept].join("\n")
}
