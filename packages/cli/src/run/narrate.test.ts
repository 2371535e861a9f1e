// What stderr shows about a model that cannot answer: only actual waits, with the time they take.
import type { Event } from "@pawl/agent"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { narrator } from "./narrate.ts"

type Body = Event extends infer Each ? (Each extends Event ? Omit<Each, "position"> : never) : never

const ERASE = "\r\u001b[2K"
const NOW = 1_700_000_000_000
const { isTTY } = process.stderr
let written: string[]

beforeEach(() => {
  written = []
  vi.useFakeTimers({ now: NOW })
  vi.stubEnv("NO_COLOR", "1")
  vi.stubEnv("TERM", "xterm")
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    if (text !== "") written.push(String(text))
    return true
  })
})

afterEach(() => {
  process.stderr.isTTY = isTTY
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

/** The output on a terminal, or in a pipe. */
function told(where: "terminal" | "pipe", bodies: readonly Body[]): readonly string[] {
  process.stderr.isTTY = where === "terminal"
  const narrate = narrator({ thinking: true, chain: ["a:1", "b:2"] })
  for (const body of bodies) narrate({ ...body, position: "" } as Event)
  return written
}

const asked = (model: string): Body => ({ type: "iteration-start", iteration: 1, attempt: "1.1.1", model })
const limited: Body = {
  type: "model-error",
  attempt: "1.1.1",
  error: { class: "rate-limit", code: "429", message: "too many requests" },
  retryAt: NOW + 77_000,
}
const wait = (seconds: number): Body => ({ type: "retry-wait", until: NOW + 1000 * seconds })
const usage = { inputTokens: 0, outputTokens: 0 }
const failed: Body = {
  type: "turn-end",
  turn: 1,
  outcome: "failed",
  text: "",
  usage,
  error: { code: "429", message: "too many requests" },
}

const LONG = "model: too many requests (waiting 40 s before the model is asked again)\n"

it.each<[string, readonly Body[], readonly string[]]>([
  [
    "each wait of 5 s or more is a line",
    [limited, wait(40), asked("a:1"), limited, wait(5)],
    [LONG, LONG.replace("40 s", "5 s")],
  ],
  [
    "the time shown is the actual wait, not the time the provider named",
    [limited, wait(6)],
    [LONG.replace("40 s", "6 s")],
  ],
  ["a short wait gets no line", [limited, wait(3), asked("a:1")], []],
  ["no wait is shown when the model is not asked again", [limited, failed], []],
  [
    "no wait is shown when another model is asked at once",
    [limited, asked("b:2")],
    ["model: b:2 is asked instead of a:1 (too many requests)\n"],
  ],
  [
    "a wait for the rate names the model",
    [{ type: "rate-wait", model: "a:1", until: NOW + 40_000 }, wait(40)],
    ["model: the rate of a:1 is limited (waiting 40 s before the model is asked again)\n"],
  ],
  [
    "a wait whose reason is unknown is shown without one",
    [wait(40)],
    ["waiting 40 s before the model is asked again\n"],
  ],
])("in a pipe %s", (_, bodies, lines) => {
  expect(told("pipe", bodies)).toEqual(lines)
})

it("on a terminal a wait is one line that counts down and disappears", () => {
  expect(told("terminal", [limited, wait(3)])).toEqual([`${ERASE}model: too many requests (again in 3 s)`])
  vi.advanceTimersByTime(1000)
  expect(written.at(-1)).toBe(`${ERASE}model: too many requests (again in 2 s)`)
  vi.advanceTimersByTime(3000)
  expect(written.at(-1)).toMatch(/\(asking again, \d s\)$/)
})

it("on a terminal a wait for the rate counts down", () => {
  const held: Body = { type: "rate-wait", model: "a:1", until: NOW + 3000 }
  expect(told("terminal", [held, wait(3)])).toEqual([`${ERASE}model: the rate of a:1 is limited (again in 3 s)`])
})

it.each<[string, readonly Body[]]>([
  ["the turn ends", [limited, failed]],
  ["another model is asked", [limited, asked("b:2")]],
])("on a terminal nothing says that it is asked again when %s", (_, bodies) => {
  expect(told("terminal", bodies).join("")).not.toMatch(/again in|asking again/)
})

it("on a terminal the wait line is removed before anything else is printed", () => {
  expect(told("terminal", [limited, wait(3), asked("b:2")]).slice(1)).toEqual([
    ERASE,
    "model: b:2 is asked instead of a:1 (too many requests)\n",
  ])
})
