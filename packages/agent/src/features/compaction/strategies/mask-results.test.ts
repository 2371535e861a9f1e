import { describe, expect, it } from "vitest"
import { assistant, need, result, shape, textOf, user, words } from "../../../context/__fixtures__/shapes.ts"
import { plainText } from "../../../contracts/content.ts"
import type { Message } from "../../../contracts/message.ts"
import type { Shape } from "../shape.ts"
import { dropSuperseded, maskResults } from "./mask-results.ts"
import { spillLarge } from "./spill-large.ts"

const shown = ({ masks }: Shape, place: number) => plainText(masks.get(place)?.parts ?? [])
const masked = ({ masks }: Shape) => [...masks.keys()]

const history = shape([
  user("go"),
  assistant("", ["a", "read", { path: "a.md" }], ["b", "read", { path: "b.md" }]),
  result("a", `Begin ${words(200)}`, { name: "read" }),
  result("b", words(20), { name: "read" }),
  assistant("", ["c", "read", { path: "c.md" }]),
  result("c", words(200), { name: "read", failed: true }),
])

describe("old results", () => {
  it.each([
    { keep: 0, places: [2, 5] },
    { keep: 1, places: [2] },
    { keep: 4, places: [] },
  ])("become a line each, but for the newest $keep messages and short ones", ({ keep, places }) => {
    expect(masked(maskResults({ keep }).apply(history, need(history)))).toEqual(places)
  })

  it("still show what was called, whether it worked, how long the result was and how it began", () => {
    const line = shown(maskResults({ keep: 0 }).apply(history, need(history)), 2)
    expect(line).toMatch(
      /^\[read \{"path":"a\.md"\} worked: 1005 characters, no longer shown\. It began: Begin word .*\]$/,
    )
    expect(line).not.toContain("read_result")
    expect(shown(maskResults({ keep: 0 }).apply(history, need(history)), 5)).toContain("failed: 999 characters")
  })

  it("show how to see the whole where there is a tool for it", () => {
    const now = maskResults({ keep: 0 }).apply(history, need(history, { canRead: true }))
    expect(shown(now, 2)).toContain('To see it: read_result with call "a".')
    expect(now.masks.get(2)?.spill).toBe(true)
  })

  it("are left unchanged in messages that are dropped anyway", () => {
    expect(masked(maskResults({ keep: 0 }).apply({ ...history, drops: 4 }, need(history)))).toEqual([5])
  })

  it("never become longer by masking", () => {
    const tight = shape([
      user("x"),
      assistant("", ["a", "read", { path: words(40) }]),
      result("a", words(52), { name: "read" }),
    ])
    expect(masked(maskResults({ keep: 0 }).apply(tight, need(tight)))).toEqual([])
  })
})

describe("a result with a person's decision or a warning", () => {
  it.each([
    { name: "unknown effects", more: { outcome: "unknown", failed: true } },
    { name: "denials", more: { outcome: "denied", failed: true } },
    { name: "answers", more: { decided: { answer: "blue" } } },
    { name: "reasons", more: { decided: { approved: false, reason: "too early" } } },
  ] as const)("stays unchanged, like $name", ({ more }) => {
    const given = shape([user("x"), assistant("", ["a", "t"]), result("a", words(300), more)])
    expect(masked(maskResults({ keep: 0 }).apply(given, need(given)))).toEqual([])
  })
})

describe("a file that was read before", () => {
  const read = (call: string, path: string, name = "read_file") => [
    assistant("", [call, name, { path }]),
    result(call, words(100), { name }),
  ]
  const part = (call: string, line: number) => [
    assistant("", [call, "read_file", { path: "x.md", line }]),
    result(call, words(100), { name: "read_file" }),
  ]
  const written = (call: string, path: string) => {
    const { calls, ...answer } = assistant("", [call, "write_file", { path }])
    return [{ ...answer, calls: calls.map((each) => ({ ...each, touches: [path] })) }, result(call, words(100))]
  }
  it.each<{ name: string; messages: readonly Message[]; places: readonly number[] }>([
    { name: "read twice", messages: [...read("a", "x.md"), ...read("b", "x.md")], places: [1] },
    { name: "read, then written", messages: [...read("a", "x.md"), ...written("b", "x.md")], places: [1] },
    { name: "written, then read", messages: [...written("a", "x.md"), ...read("b", "x.md")], places: [] },
    { name: "read in part, then whole", messages: [...part("a", 1), ...read("b", "x.md")], places: [1] },
    { name: "read whole, then in part", messages: [...read("a", "x.md"), ...part("b", 1)], places: [] },
    { name: "read in two parts", messages: [...part("a", 1), ...part("b", 9)], places: [] },
    { name: "read three times", messages: ["a", "b", "c"].flatMap((call) => read(call, "x.md")), places: [3, 1] },
    { name: "not the same", messages: [...read("a", "x.md"), ...read("b", "y.md")], places: [] },
    {
      name: "read, then failed to be read",
      messages: [
        ...read("a", "x.md"),
        assistant("", ["b", "read_file", { path: "x.md" }]),
        result("b", "gone", { failed: true }),
      ],
      places: [],
    },
    {
      name: "not a file",
      messages: [assistant("", ["a", "t"]), result("a", words(99)), assistant("", ["b", "t"]), result("b", words(99))],
      places: [],
    },
  ])("and was $name is masked where it is out of date", ({ messages, places }) => {
    const given = shape(messages)
    expect(masked(dropSuperseded().apply(given, need(given)))).toEqual(places)
  })

  it("says that it is no longer shown, and why", () => {
    const given = shape([...read("a", "x.md"), ...read("b", "x.md")])
    expect(shown(dropSuperseded().apply(given, need(given)), 1)).toMatch(
      /read_file of x\.md: no longer shown, it was read again later/,
    )
  })
})

describe("a result that takes more than its share", () => {
  it("is shown in part, beginning and end, and the whole stays readable", () => {
    const given = shape([user("go"), assistant("", ["a", "t"]), result("a", `Begin ${words(2000)} end.`)])
    const now = spillLarge({ share: 0.25 }).apply(given, need(given, { target: 1000, canRead: true }))
    expect(masked(now)).toEqual([2])
    const line = shown(now, 2)
    expect(line).toMatch(/^Begin .*characters left out\. To see it: read_result with call "a"\. …\].*end\.$/s)
    expect(now.masks.get(2)?.tokens).toBeLessThanOrEqual(270)
    expect(now.masks.get(2)?.spill).toBe(true)
  })

  it("is left unchanged below its share, and so is what people say", () => {
    const given = shape([user(words(900)), assistant("", ["a", "t"]), result("a", words(200))])
    expect(spillLarge().apply(given, need(given, { target: 1000 }))).toBe(given)
  })

  it("is never one with less than a hundred tokens", () => {
    const given = shape([user("x"), assistant("", ["a", "t"]), result("a", words(99))])
    expect(spillLarge().apply(given, need(given, { target: 10 }))).toBe(given)
    expect(textOf(given.entries[2]?.message.role === "tool" ? given.entries[2].message.parts : [])).toHaveLength(494)
  })
})
