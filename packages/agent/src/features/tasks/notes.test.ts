import { describe, expect, it } from "vitest"
import type { Note } from "../../contracts/tasks.ts"
import { carryOut, type NotesInput } from "./notes.ts"

const notes: readonly Note[] = [
  { id: 1, text: "The port is 8080", tags: ["server"] },
  { id: 2, text: "Ann wants CSV", tags: ["wish", "format"] },
  { id: 4, text: "Old idea", tags: ["wish"], scratched: true },
]

function told(input: NotesInput, before = notes): string {
  try {
    return carryOut(before, input).words
  } catch (error) {
    return (error as Error).message
  }
}

describe("F26: notes", () => {
  it.each<[string, NotesInput, string]>([
    ["are added under a new id", { action: "add", text: "x", tags: ["a"] }, "Kept as note 5."],
    ["have a text", { action: "add", text: " ", tags: ["a"] }, "A note needs a text."],
    [
      "have at most 800 characters",
      { action: "add", text: "x".repeat(801), tags: ["a"] },
      "at most 800 characters, and this one has 801",
    ],
    ["have at least one tag", { action: "add", text: "x" }, "1 to 5 tags, and this one has 0"],
    ["have at most five", { action: "add", text: "x", tags: ["1", "2", "3", "4", "5", "6"] }, "this one has 6"],
    ["are found by words", { action: "search", query: "PORT 8080" }, "1. The port is 8080 [server]"],
    ["are found by tags", { action: "search", tags: ["#Format"] }, "2. Ann wants CSV [wish, format]"],
    ["are not found when nothing fits", { action: "search", query: "nothing" }, "No note fits."],
    ["are not searched without query or tags", { action: "search" }, '"search" needs a query or tags.'],
    ["are listed, newest first", { action: "list" }, "2. Ann wants CSV [wish, format]\n1. The port is 8080 [server]"],
    [
      "are listed with those struck out when all are wanted",
      { action: "list", all: true },
      "4. (struck out) Old idea [wish]\n2.",
    ],
    ["are changed", { action: "update", id: 1, text: "The port is 9090" }, "Changed: 1. The port is 9090 [server]"],
    ["are struck out", { action: "scratch", id: 2 }, "Struck out: 2. (struck out) Ann wants CSV"],
    ["are deleted", { action: "delete", id: 2 }, "Deleted note 2."],
    ["are refused under an unknown id", { action: "delete", id: 9 }, "There is no note 9: the ids are 1, 2, 4."],
  ])("%s", (_name, input, words) => expect(told(input)).toContain(words))

  it("of exactly 800 characters with five tags are kept", () => {
    const kept = carryOut([], { action: "add", text: "x".repeat(800), tags: ["1", "2", "3", "4", "5"] })
    expect(kept.notes).toHaveLength(1)
  })

  it("are shown ten at a time", () => {
    const many = Array.from({ length: 12 }, (_, place): Note => ({ id: place + 1, text: `n${place}`, tags: ["a"] }))
    expect(told({ action: "list" }, many).split("\n")).toHaveLength(11)
    expect(told({ action: "list" }, many)).toContain("(2 older ones")
  })

  it("are unchanged when they are only read", () => {
    expect(carryOut(notes, { action: "list" }).notes).toBeUndefined()
  })
})
