// Writes the model's text to stdout. On a terminal it streams, and a note on stderr reports an answer that was taken back.
// A pipe or a file gets the final answer only: what the model says before its calls is progress, and goes to stderr.
import type { Event } from "@pawl/agent"
import { err, out } from "../terminal/screen.ts"

export interface AnswerText {
  /** Called with every event before it is shown on stderr, and after. */
  before(event: Event): void
  after(event: Event): void
  /** Writes text on separate lines, as part of the answer. */
  add(text: string): void
  /** Writes what the end of the turn adds. `untold`: last words that were not among the answers. */
  last(event: Event, untold: string): void
}

export function answerText(write: (text: string) => void): AnswerText {
  const lines = lineWriter(write)
  // The note about an answer that was taken back goes to stderr, so both streams must be visible.
  return out.isTerminal && err.isTerminal ? asItComes(lines) : asItStands(lines)
}

interface LineWriter {
  put(text: string): void
  /** The next text begins a line. */
  end(): void
}

function lineWriter(write: (text: string) => void): LineWriter {
  let last = "\n"
  const put = (text: string) => {
    if (text === "") return
    write(text)
    last = text
  }
  return { put, end: () => put(last.endsWith("\n") ? "" : "\n") }
}

function add({ put, end }: LineWriter): AnswerText["add"] {
  return (text) => {
    if (text === "") return
    end()
    put(text)
    end()
  }
}

function asItComes(lines: LineWriter): AnswerText {
  const ends = new Set<Event["type"]>(["answer-end", "answer-discarded", "turn-end", "thinking-delta"])
  return {
    before: ({ type }) => void (ends.has(type) && lines.end()),
    after: (event) => void (event.type === "text-delta" && lines.put(event.text)),
    add: add(lines),
    last: (_, untold) => add(lines)(untold),
  }
}

/** After these an answer may still be the last one, or be taken back. */
const UNDECIDED = new Set<Event["type"]>([
  "text-start",
  "text-delta",
  "text-end",
  "thinking-start",
  "thinking-delta",
  "thinking-end",
  "answer-end",
  "no-tool-call",
  "error",
  "model-error",
  "input-added",
  "cancelled",
  "tool-output",
  "compaction-start",
  "compaction-done",
  "compaction-failed",
  "usage-limit",
  "context-budget",
  "loop-end",
])

function asItStands(lines: LineWriter): AnswerText {
  const progress = lineWriter((text) => void err.write(text))
  let held = ""
  return {
    before(event) {
      if (event.type === "text-delta") held += event.text
      if (event.type === "answer-discarded") held = ""
      if (held === "" || UNDECIDED.has(event.type) || event.type === "turn-end") return
      // An answer that was cut off goes on in the middle of its line.
      if (event.type === "nudge" && event.reason === "max-tokens") return
      add(progress)(held)
      held = ""
    },
    after() {},
    add: add(lines),
    last(event, untold) {
      if (event.type !== "turn-end") return
      const isWhole = event.outcome === "completed" && event.text !== ""
      if (isWhole && !event.text.includes(held.trim())) add(progress)(held)
      // A turn that did not complete has no final answer: what there is of one is better than nothing.
      for (const text of isWhole ? [event.text] : [held, untold]) add(lines)(text)
      held = ""
    },
  }
}
