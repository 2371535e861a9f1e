// The three ways an answer leaves the process: streamed text, one object, or every event as a line of JSON.
import type { Event, TurnResult } from "@pawl/agent"
import { plain } from "../plain.ts"
import { styleFor } from "../style.ts"
import { noteOf } from "./notes.ts"

export interface Output {
  show(event: Event): void
  /** `data` is the answer read as JSON, when a schema was given. */
  end(result: TurnResult, data?: unknown): void
}

export type OutputFormat = "text" | "json" | "stream-json"

/** `whole`: nothing is printed before the end, because the text may be refused. */
export function outputFor(format: OutputFormat, session: string, whole: boolean): Output {
  if (format === "stream-json") return streamOutput(session)
  if (format === "json") return objectOutput(session)
  return whole ? wholeOutput() : textOutput()
}

function streamOutput(session: string): Output {
  return { show: (event) => print(`${JSON.stringify({ ...event, session })}\n`), end() {} }
}

function objectOutput(session: string): Output {
  return {
    show() {},
    end({ text, outcome, usage, error = null }, data) {
      print(`${JSON.stringify({ text, outcome, usage, session, error, ...(data !== undefined && { data }) })}\n`)
    },
  }
}

function wholeOutput(): Output {
  const note = noter()
  return {
    show: note,
    end(_, data) {
      if (data !== undefined) print(`${JSON.stringify(data, undefined, 2)}\n`)
    },
  }
}

/** Only the model's text goes to stdout; what happens besides is for stderr. */
function textOutput(): Output {
  const note = noter()
  const safe = process.stdout.isTTY ? plain : (text: string) => text
  let last = "\n"
  const write = (text: string) => {
    if (text === "") return
    print(safe(text))
    last = text
  }
  return {
    show(event) {
      if (event.type === "text-delta") return write(event.text)
      const ends = event.type === "answer-end" || event.type === "answer-discarded" || event.type === "turn-end"
      if (ends && !last.endsWith("\n")) write("\n")
      note(event)
    },
    end() {},
  }
}

function noter(): (event: Event) => void {
  const style = styleFor(process.stderr)
  return (event) => {
    // How the turn ended is told once, as the command's own last line.
    const note = event.type === "turn-end" ? undefined : noteOf(event, style)
    if (note !== undefined) process.stderr.write(`${note}\n`)
  }
}

function print(text: string): void {
  process.stdout.write(text)
}
