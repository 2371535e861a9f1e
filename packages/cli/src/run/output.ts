// The three output formats of an answer: streamed text, one JSON object, or one JSON line for each event.
import type { Event, TurnResult } from "@pawl/agent"
import { out } from "../terminal/screen.ts"
import { answerText } from "./answer-text.ts"
import { lastWords } from "./last-words.ts"
import { type NarrateHow, narrator } from "./narrate.ts"
import { suggestionLines } from "./suggestions.ts"

export interface Output {
  show(event: Event): void
  end(turn: TurnResult): void
}

export type OutputFormat = "text" | "json" | "stream-json"

export interface OutputHow extends NarrateHow {
  readonly session: string
  /** Print nothing before the end, because the answer may not fit the schema. */
  readonly whole: boolean
}

export function outputFor(format: OutputFormat, how: OutputHow): Output {
  if (format === "stream-json") return streamOutput(how)
  if (format === "json") return objectOutput(how)
  return how.whole ? wholeOutput(how) : textOutput(how)
}

function streamOutput({ session }: OutputHow): Output {
  return { show: (event) => out.json({ ...event, session }), end() {} }
}

function objectOutput({ session }: OutputHow): Output {
  return {
    show() {},
    end({ text, outcome, usage, trace, error = null, suggestions, output }) {
      const more = { ...(suggestions !== undefined && { suggestions }), ...(output !== undefined && { output }) }
      out.json({ text, outcome, usage, session, trace, error, ...more })
    },
  }
}

function wholeOutput(how: OutputHow): Output {
  return {
    show: narrator(how),
    end({ output }) {
      if (output !== undefined) out.jsonText(`${JSON.stringify(output, undefined, 2)}\n`)
    },
  }
}

/** Only the answer goes to stdout; everything else goes to stderr. */
function textOutput(how: OutputHow): Output {
  const narrate = narrator(how)
  const untoldAt = lastWords()
  const text = answerText((words) => out.exact(words))
  return {
    show(event) {
      text.before(event)
      narrate(event)
      text.after(event)
      // The reason of a failure goes to stderr: a script takes stdout for the answer.
      text.last(event, untoldAt(event))
      if (event.type === "turn-end") text.add(suggestionLines(event.suggestions ?? []).join("\n"))
    },
    end() {},
  }
}
