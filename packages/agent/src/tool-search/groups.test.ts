import { describe, expect, it } from "vitest"
import { Bm25 } from "./bm25.ts"
import { Groups } from "./groups.ts"

type Documents = readonly (readonly [group: string, score: number])[]

function lifted(documents: Documents): readonly number[] {
  const groups = new Groups()
  documents.forEach(([group], slot) => {
    groups.put(slot, group)
  })
  const scores = Float64Array.from(documents, ([, score]) => score)
  groups.lift(scores)
  return [...scores].map((score) => Math.round(score * 100) / 100)
}

describe("Groups", () => {
  it.each<[string, Documents, readonly number[]]>([
    [
      "lifts documents of the group that fits best",
      [
        ["git", 6],
        ["git", 4],
        ["git", 1],
        ["mail", 2],
      ],
      [8, 6, 3, 2.8],
    ],
    [
      "does not lift a document that does not fit at all",
      [
        ["git", 5],
        ["git", 0],
      ],
      [7, 0],
    ],
    [
      "lifts a group with one member as much as a larger one",
      [
        ["pdf", 5],
        ["git", 5],
        ["git", 5],
      ],
      [7, 7, 7],
    ],
    [
      "does not lift documents without a group",
      [
        ["", 5],
        ["", 1],
      ],
      [5, 1],
    ],
  ])("%s", (_what, documents, scores) => {
    expect(lifted(documents)).toEqual(scores)
  })

  it("reduces the score of each further document of a group", () => {
    const groups = new Groups()
    for (const [slot, group] of ["mail", "mail", "mail", "git", "", ""].entries()) groups.put(slot, group)
    const left = groups.spread([0, 1, 2, 3, 4, 5], [100, 100, 100, 100, 100, 100])
    expect(left.map(Math.round)).toEqual([100, 98, 96, 100, 100, 100])
  })

  it("ranks a tool of the right server before a stray match of another", () => {
    const index = new Bm25([{ weight: 1, shrink: 0 }])
    index.put("git.push", [["push", "colleague", "branch"]], "git")
    index.put("git.pull", [["latest", "branch"]], "git")
    index.put("news.read", [["latest", "headline"]], "news")
    const found = index.find(new Map(["push", "colleague", "latest"].map((term) => [term, 1])), 3)
    expect(found.map(({ id }) => id)).toEqual(["git.push", "git.pull", "news.read"])
  })
})
