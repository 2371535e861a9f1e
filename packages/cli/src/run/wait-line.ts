// One line that says what a turn waits for: kept up to date where a line can be written over, and gone when the wait is.
import type { Event } from "@pawl/agent"
import { short } from "../terminal/plain.ts"
import { err, type Screen } from "../terminal/screen.ts"
import type { Style } from "../terminal/style.ts"

export type ModelErrorEvent = Extract<Event, { type: "model-error" }>

/** Errors that pass by themselves: the model is asked again. Others end the turn, and are told there. */
const PASSING = new Set(["rate-limit", "overloaded", "server-error", "network", "timeout"])

export function isWait(event: Event): event is ModelErrorEvent {
  return event.type === "model-error" && PASSING.has(event.error.class)
}

export interface Wait {
  readonly message: string
  /** When it began, and when it ends if that is known. */
  readonly since: number
  readonly until?: number
}

/** As long as the room lets it be; the time is never cut off. */
export function waitText({ message, since, until }: Wait, now: number, width: number): string {
  const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`
  const isKnown = until !== undefined && until > now
  const end = isKnown ? ` (again in ${seconds(until - now)})` : ` (asking again, ${seconds(now - since)})`
  return `${short(`model: ${message}`, Math.max(20, width - end.length))}${end}`
}

/** One that is long enough for a line that stays; shorter ones are over before it is read. */
const LONG_SECONDS = 5

export function longWaitText(message: string | undefined, ms: number): string | undefined {
  const seconds = Math.round(ms / 1000)
  if (seconds < LONG_SECONDS) return undefined
  const waiting = `waiting ${seconds} s before the model is asked again`
  return message === undefined ? waiting : `${short(`model: ${message}`, 200)} (${waiting})`
}

export interface WaitLine {
  /** What a provider says about when to come back does not count: the runtime may ask another, or nobody. */
  begin(event: Pick<ModelErrorEvent, "error">, until?: number): void
  /** When the wait that is shown ends. */
  until(time: number): void
  end(): void
}

/** `put`: writes over the line, or takes it away. */
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

/** On stderr, where `-p` tells what goes on besides the answer; undefined where lines stay as they were written. */
export function waitLineOn(screen: Screen): WaitLine | undefined {
  return screen.isScreen ? waitLine((line = "") => screen.rewrite(line), screen.style) : undefined
}
