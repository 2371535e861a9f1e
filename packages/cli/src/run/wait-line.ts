// One line that shows what a turn waits for. It is updated in place, and removed when the wait is over.
import type { Event } from "@pawl/agent"
import { short } from "../terminal/plain.ts"
import { err, type Screen } from "../terminal/screen.ts"
import type { Style } from "../terminal/style.ts"

export type ModelErrorEvent = Extract<Event, { type: "model-error" }>

/** Temporary errors: the model is asked again. Others end the turn, and are shown there. */
const PASSING = new Set(["rate-limit", "overloaded", "server-error", "network", "timeout"])

export function isWait(event: Event): event is ModelErrorEvent {
  return event.type === "model-error" && PASSING.has(event.error.class)
}

/** A request waits for the rate of its model: shown like the error that it avoids. */
export function rateTrouble({ model }: Extract<Event, { type: "rate-wait" }>): Pick<ModelErrorEvent, "error"> {
  return { error: { class: "rate-limit", code: "rate-limit", message: `the rate of ${model} is limited` } }
}

export interface Wait {
  readonly message: string
  /** Start of the wait, and its end if known. */
  readonly since: number
  readonly until?: number
}

/** Fits into `width`; the time is never cut off. */
export function waitText({ message, since, until }: Wait, now: number, width: number): string {
  const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`
  const isKnown = until !== undefined && until > now
  const end = isKnown ? ` (again in ${seconds(until - now)})` : ` (asking again, ${seconds(now - since)})`
  return `${short(`model: ${message}`, Math.max(20, width - end.length))}${end}`
}

/** A wait of this length gets a permanent line; shorter ones are over before it is read. */
const LONG_SECONDS = 5

export function longWaitText(message: string | undefined, ms: number): string | undefined {
  const seconds = Math.round(ms / 1000)
  if (seconds < LONG_SECONDS) return undefined
  const waiting = `waiting ${seconds} s before the model is asked again`
  return message === undefined ? waiting : `${short(`model: ${message}`, 200)} (${waiting})`
}

export interface WaitLine {
  /** The provider's retry time does not matter: the runtime may ask another model, or none. */
  begin(event: Pick<ModelErrorEvent, "error">, until?: number): void
  /** Sets the end of the wait that is shown. */
  until(time: number): void
  end(): void
}

/** `put`: overwrites the line, or removes it. */
export function waitLine(put: (line: string | undefined) => void, style: Style): WaitLine {
  let timer: NodeJS.Timeout | undefined
  let end: number | undefined
  let draw = () => {}
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    begin({ error: { message } }, until) {
      stop()
      end = until
      const since = Date.now()
      draw = () => {
        const wait: Wait = { message, since, ...(end !== undefined && { until: end }) }
        put(style.yellow(waitText(wait, Date.now(), err.columns - 1)))
      }
      draw()
      timer = setInterval(() => draw(), 1000).unref()
    },
    until(time) {
      end = time
      if (timer !== undefined) draw()
    },
    end() {
      if (timer === undefined) return
      stop()
      put(undefined)
    },
  }
}

/** For stderr of `-p`; undefined where lines cannot be overwritten. */
export function waitLineOn(screen: Screen): WaitLine | undefined {
  return screen.isScreen ? waitLine((line = "") => screen.rewrite(line), screen.style) : undefined
}
