// The judge as the rules use it: what a turn comes to, on the checks of the specification and on the labelled sets.
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { judge } from "./judge.ts"
import { type Finding, type Judged, type JudgedCall, shouldNudge } from "./judged.ts"
import { none } from "./phrases/tables.ts"

const call = (name: string, args: JudgedCall["args"], result: string, isError = false): JudgedCall => ({
  name,
  args,
  result,
  isError,
})
const files = ["a.png", "b.png", "c.png", "d.png", "e.png", "f.png", "g.png"]
const listed = call("list_directory", { path: "/shots" }, files.join("\n"))
const moved = files.map((file) => call("move_file", { source: file, destination: `2026_${file}` }, "ok"))
const user = "Rename all screenshots in /shots, with the year in front."
const kindOf = (given: Judged) => judge(given).kind

it('L7: "3 done, 4 remaining" after tool use is incomplete, "all files have been renamed" is not', () => {
  const half = judge({ user, calls: [listed, ...moved.slice(0, 3)], answer: "3 done, 4 remaining." })
  expect(half).toMatchObject({ kind: "incomplete", proven: true })
  expect(half.evidence).toContain("d.png")
  expect(kindOf({ user, calls: [listed, ...moved], answer: "All files have been renamed." })).toBe("complete")
})

it('L8: "Which ones should I process?" after one call is a deflection', () => {
  expect(kindOf({ user, calls: [listed], answer: "There are 7 files. Which ones should I process?" })).toBe(
    "deflection",
  )
})

describe("L9: no nudge", () => {
  const search = call("search", { query: "dentist" }, "23 April 08:15 Dr. Okafor")
  it.each([
    ["for a question before any call", { user: "Book a table", calls: [], answer: "For how many people, and when?" }],
    ["for a list without a question", { user: "List the screenshots", calls: [listed], answer: files.join("\n") }],
    [
      'for "let me know" after a complete result',
      {
        user: "When is my dentist appointment?",
        calls: [search],
        answer: "On 23 April at 08:15. Let me know if you need the address.",
      },
    ],
    [
      "after three calls that did the work",
      {
        user: "Rename a.png, b.png and c.png",
        calls: moved.slice(0, 3),
        answer: "Renamed a.png, b.png and c.png. Anything else?",
      },
    ],
  ] satisfies readonly [string, Judged][])("%s", (_, given) => {
    expect(shouldNudge(judge(given))).toBe(false)
  })
})

it('L12: "renamed all" with no call that changes anything is flagged', () => {
  const finding = judge({ user, calls: [listed], answer: "I have renamed all seven screenshots." })
  expect(finding).toMatchObject({ kind: "unproven-claim", proven: true })
})

it("an answer without text is empty, and where no tools were offered words will do", () => {
  expect(judge({ user, calls: [], answer: " \n" })).toMatchObject({ kind: "empty", proven: true })
  expect(kindOf({ user, calls: [], answer: "I can't see your files.", tools: [] })).toBe("complete")
})

it("what speaks for an answer names it", () => {
  const denied = call("rename", { path: "/shots" }, "permission denied", true)
  expect(kindOf({ user, calls: [denied, denied], answer: "I could not rename them: permission denied, twice." })).toBe(
    "honest-gap",
  )
  const two = call("find", { q: "Sam" }, "Sam Whitlock\nSam Adeyemi")
  expect(kindOf({ user: "Mail the contract to Sam", calls: [two], answer: "Sam Whitlock or Sam Adeyemi?" })).toBe(
    "needs-user",
  )
})

it.each([
  ["words", "I will not do all of the files now. "],
  ["one long word", "a"],
  ["empty lines", "\n"],
  ["spaces", " x".padStart(500)],
  ["a table", "| a "],
  ["ticks and dots", "` ... "],
  ["figures", "1,2.3 "],
])("an answer of a megabyte is judged in no time: %s", (_, piece) => {
  const given = { user, calls: [listed], answer: `x${piece.repeat(Math.ceil(1_000_000 / piece.length))}y` }
  // The best of a few: what else the machine does is not what is measured.
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    judge({ ...given })
    return performance.now() - start
  })
  expect(Math.min(...times)).toBeLessThan(100)
})

interface Line extends Judged {
  readonly id: string
  readonly label: "nudge" | "accept"
  readonly kind: string
}

const FIXTURES = new URL("./__fixtures__/", import.meta.url)
const sets = readdirSync(FIXTURES)
  .filter((name) => /^answers-tune.*\.jsonl$/.test(name))
  .map((name) => {
    const text = readFileSync(new URL(name, FIXTURES), "utf8").trim()
    // Written by us, in the form that the README describes.
    return { name, lines: text.split("\n").map((line) => JSON.parse(line) as Line) }
  })

function figuresOf(lines: readonly Line[], isNudged: (finding: Finding) => boolean, options = {}) {
  const nudged = lines.filter((line) => isNudged(judge(line, options)))
  const right = nudged.filter(({ label }) => label === "nudge").length
  return { precision: right / nudged.length, recall: right / lines.filter(({ label }) => label === "nudge").length }
}

describe("on the labelled sets", () => {
  it("a complete answer with a polite ending is never nudged", () => {
    const polite = sets.flatMap(({ lines }) => lines).filter(({ kind }) => kind === "polite-ending")
    expect(polite.length).toBeGreaterThan(100)
    expect(polite.filter((line) => shouldNudge(judge(line))).map(({ id }) => id)).toEqual([])
  })

  it.each(sets)("evidence alone reaches recall 0.6: $name", ({ lines }) => {
    const { precision, recall } = figuresOf(lines, shouldNudge, { phrases: none })
    expect(recall).toBeGreaterThanOrEqual(0.6)
    expect(precision).toBeGreaterThanOrEqual(0.9)
  })

  it.each(sets)("figures do not fall: $name", ({ lines }) => {
    const { precision, recall } = figuresOf(lines, shouldNudge)
    expect(precision).toBeGreaterThanOrEqual(0.96)
    expect(recall).toBeGreaterThanOrEqual(0.86)
  })

  it("what is proven is hardly ever wrong", () => {
    const all = sets.flatMap(({ lines }) => lines)
    const { precision, recall } = figuresOf(all, (finding) => finding.proven && shouldNudge(finding))
    expect(precision).toBeGreaterThanOrEqual(0.97)
    expect(recall).toBeGreaterThanOrEqual(0.7)
  })
})
