// The verdict must be able to fail: every way in which log and witness can show a mistake.
import type { Fact } from "@pawl/agent"
import { facts as build } from "@pawl/agent/testing"
import { describe, expect, it } from "vitest"
import { judge } from "./verdict.ts"
import type { Picture } from "./witness.ts"

type Draft = Parameters<typeof build.stamp>[0][number]

function started(call: string, name: string, given: Record<string, string> = {}): Draft {
  return { ...build.toolStarted(call, "once", name), arguments: given } as Draft // A tool-started fact with arguments.
}

const move = (call: string, from: string, to: string) => started(call, "move_file", { from, to })
const list = (call: string) => [started(call, "list_directory"), build.toolFinished(call)]
const finished: Draft = { type: "turn-finished", turn: 1, outcome: "completed", text: "", usage: {} } as Draft

const pictures: readonly Picture[] = [
  { firstName: "1.png", given: ["one.png"], names: ["one.png"] },
  { firstName: "2.png", given: ["two.png"], names: ["two.png"] },
]
const [first, second] = pictures as [Picture, Picture]

const plain = [
  move("a", "1.png", "one.png"),
  build.toolFinished("a"),
  move("b", "2.png", "two.png"),
  build.toolFinished("b"),
  finished,
]
const killed = [plain[0], build.toolFinished("a", "unknown"), ...list("c"), ...plain.slice(2)] as Draft[]
const log = (drafts: readonly Draft[]): readonly Fact[] => build.stamp(drafts)

describe("judge", () => {
  it("is good when every picture was renamed once, as in the log", () => {
    expect(judge(pictures, log(plain), 0)).toEqual({
      isGood: true,
      text: "2 renamed, none twice, none lost, no unknown outcome.",
    })
    expect(judge(pictures, log(killed), 1)).toEqual({
      isGood: true,
      text: "2 renamed, none twice, none lost, 1 unknown outcome verified.",
    })
  })

  it.each<
    [string, { readonly seen?: readonly Picture[]; readonly told?: readonly Draft[]; readonly unknown?: number }]
  >([
    ["1 renamed, none twice, 1 lost", { seen: [first, { ...second, names: [] }] }],
    ["1 renamed, none twice, none lost", { seen: [first, { ...second, given: [], names: ["2.png"] }] }],
    ["1 renamed, none twice, none lost", { seen: [first, { ...second, names: ["2.png", "two.png"] }] }],
    ["2 renamed, 1 twice, none lost", { seen: [first, { ...second, given: ["to.png", "two.png"] }] }],
    ["2 renamed, none twice, none lost", { told: [...plain.slice(0, 4), move("c", "2.png", "two.png"), finished] }],
    ["2 renamed, none twice, none lost", { told: [...plain.slice(0, 2), finished] }],
    ["2 renamed, none twice, none lost", { told: plain.slice(0, 4) }],
    ["no unknown outcome", { unknown: 1 }],
    ["1 unknown outcome verified", { told: killed }],
    ["1 unknown outcome unverified", { told: [...killed.slice(0, 2), ...killed.slice(4)], unknown: 1 }],
  ])("is bad otherwise: %s, %j", (text, { seen = pictures, told = plain, unknown = 0 }) => {
    const verdict = judge(seen, log(told), unknown)
    expect(verdict.isGood).toBe(false)
    expect(verdict.text).toContain(text)
  })
})
