// A program that talks to the real command by lines of JSON: messages, decisions, answers and a cancellation.
import { spawn } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { BIN, makePlace, type Place } from "../__fixtures__/pawl.ts"
import { readInputLine } from "./input-line.ts"

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const FORMATS = ["--input-format", "stream-json", "--output-format", "stream-json"]

type Line = Readonly<Record<string, unknown>>

/** `react` is given each event, and returns the lines to send; "end" ends the input. */
async function talk(
  words: readonly string[],
  first: readonly Line[],
  react: (event: Line) => readonly (Line | "end")[],
) {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const env = { ...inherited, ...place.base }
  const child = spawn(process.execPath, [BIN, ...words, ...FORMATS], {
    env,
    cwd: place.work,
    stdio: ["pipe", "pipe", "inherit"],
  })
  place.children.add(child)
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  const send = (line: Line | "end") =>
    void (line === "end" ? child.stdin.end() : child.stdin.write(`${JSON.stringify(line)}\n`))
  for (const line of first) send(line)
  const events: Line[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line)
    events.push(event)
    for (const answer of react(event)) send(answer)
  }
  return { events, code: await ended }
}

const user = (text: string): Line => ({ type: "user", text })
const texts = (events: readonly Line[]) => events.flatMap((each) => (each.type === "turn-end" ? [each.text] : []))

describe("--input-format stream-json", () => {
  it("X27: runs one turn after the other in one session, and ends with the input", async () => {
    let turns = 0
    const { events, code } = await talk([], [user("one")], ({ type }) => {
      if (type !== "turn-end") return []
      return ++turns === 1 ? [user("two"), "end"] : []
    })
    expect(texts(events)).toEqual(["You said: one", "You said: two"])
    expect([code, new Set(events.map(({ session }) => session)).size]).toEqual([0, 1])
  })

  it("takes a decision about a call, and the answer to a question", async () => {
    const { events, code } = await talk([], [user("note hello"), user("ask_user Which?")], (event) => {
      if (event.type === "approval-requested") return [{ type: "approval", call: event.call, decision: "approve" }]
      if (event.type === "question-asked") return [{ type: "answer", call: event.call, answer: "blue" }, "end"]
      return []
    })
    expect(code).toBe(0)
    expect(readFileSync(place.notes, "utf8")).toContain("hello")
    expect(texts(events)).toEqual([expect.stringContaining("note:"), expect.stringContaining("blue")])
  })

  it("tells the model why a call was denied, and denies what is open when the input ends", async () => {
    const denied = await talk([], [user("note hello")], (event) =>
      event.type === "approval-requested"
        ? [{ type: "approval", call: event.call, decision: "deny", reason: "Not on a Monday." }, "end"]
        : [],
    )
    expect(texts(denied.events)[0]).toContain("Not on a Monday.")
    const left = await talk([], [user("note hello")], ({ type }) => (type === "approval-requested" ? ["end"] : []))
    expect(texts(left.events)[0]).toContain("Nobody is here to allow it")
    expect(existsSync(place.notes)).toBe(false)
  })

  it("cancels the turn, and exits 130 if it was the last", async () => {
    const { events, code } = await talk([], [user("hang")], ({ type }) =>
      type === "tool-call" ? [{ type: "cancel" }, "end"] : [],
    )
    expect(events.at(-1)).toMatchObject({ type: "turn-end", outcome: "cancelled" })
    expect(code).toBe(130)
  })

  it("reports a line that it cannot carry out among the events, goes on, and exits 42", async () => {
    writeFileSync(join(place.work, "a.md"), "of a file")
    const lines = [
      { type: "yell" },
      { type: "approval", call: "c9", decision: "approve" },
      { type: "user", attach: ["gone.md"] },
    ]
    const { stdout, code } = await place.pawl(["-p", "first", ...FORMATS], {
      stdin: [...lines, { type: "user", text: "and", attach: ["a.md"] }].map((line) => JSON.stringify(line)).join("\n"),
    })
    const events: readonly Line[] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(events.filter(({ type }) => type === "input-refused").map(({ message }) => message)).toEqual([
      expect.stringMatching(/^There is no type "yell"\. Expected \{"type":"user"/),
      'Nothing waits for a decision about the call "c9". Wait for the event that asks.',
      expect.stringMatching(/^There is no file "gone\.md"/),
    ])
    expect(texts(events)).toEqual(["You said: first", expect.stringContaining("of a file")])
    expect(code).toBe(42)
  })

  it.each([
    [["-p", "x", "--input-format", "stream-json"], /needs --output-format stream-json/],
    [["-p", "x", ...FORMATS, "--detach"], /--detach exclude each other/],
  ])("is refused with other formats: %j", async (words, line) => {
    expect(await place.pawl(words)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(line) })
  })
})

it.each([
  ["[]", /not a JSON object/],
  ["no json", /not a JSON object/],
  ['{"type":"user"}', /"text" must be a text/],
  ['{"type":"user","text":"x","whenBusy":"now"}', /"whenBusy" must be/],
  ['{"type":"approval","decision":"approve"}', /"call" must be the id/],
  ['{"type":"approval","call":"c","decision":"yes"}', /"decision" must be/],
  ['{"type":"answer","call":"c"}', /"answer" must be/],
])("an input line is refused, and what was expected is said: %s", (line, message) => {
  expect(readInputLine(line)).toMatch(message)
})
