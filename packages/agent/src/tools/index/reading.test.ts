// How a request is read: things named in it, turns of phrase, slips, several intents.
import { describe, expect, it } from "vitest"
import { idiomsIn } from "./idioms.ts"
import { clipped, intentsIn } from "./intents.ts"
import { NearWords } from "./near-words.ts"
import { queryTerms } from "./query-terms.ts"
import { readThings } from "./things.ts"

describe("things named in a request", () => {
  it.each([
    ["open ~/docs/report.pdf", ["pdf", "file"]],
    ["what is in /var/log", ["folder", "file"]],
    ["sum up costs.xlsx", ["spreadsheet", "file"]],
    ["look at error.png", ["image", "file"]],
    ["write to anna@example.org", ["mail"]],
    ["read https://figma.com/file/1", ["url", "web", "figma"]],
    ["see docs.acme.io", ["url", "web", "acme"]],
    ["an issue in acme/shop", ["repository", "branch"]],
    ["what did #support say", ["channel"]],
    ["comment on ENG-88", ["issue", "ticket"]],
    ["lunch at 12:30", ["calendar", "time"]],
    ["show commit 9fceb02", ["commit"]],
    ["just words", []],
  ])("%s", (text, kinds) => {
    expect(readThings(text).kinds).toEqual(kinds)
  })

  it("count little by their own words: a path is a path, whatever it is called", () => {
    const known = { has: () => true, near: () => [] }
    const terms = queryTerms("open ~/weather/slack.md", known)
    expect(terms.get("weather")).toBeLessThan(terms.get("open") ?? 0)
  })
})

describe("turns of phrase", () => {
  it.each([
    ["get rid of these files", "remove"],
    ["take my name off that card", "remove"],
    ["what's in my Downloads?", "list"],
    ["keep that in mind", "remember"],
    ["how do I get from here to Rome?", "directions"],
  ])("%s", (text, meant) => {
    expect(idiomsIn(text)).toContain(meant)
  })

  it("are not seen where there are none", () => {
    expect(idiomsIn("create an issue")).toEqual([])
  })
})

describe("near words", () => {
  const near = new NearWords()
  for (const word of ["slack", "search", "calendar", "event", "mongodb"]) near.add(word)

  it.each([
    ["slcak", "slack"],
    ["serach", "search"],
    ["calender", "calendar"],
    ["evnt", "event"],
    ["eventt", "event"],
    ["mongo", "mongodb"],
  ])("%s is taken for %s", (slip, word) => {
    expect(near.near(slip)).toEqual([word])
  })

  it.each(["slack", "sl", "weather", "x".repeat(200)])("%s is taken for nothing else", (word) => {
    expect(near.near(word)).toEqual([])
  })

  it("forget what is gone", () => {
    near.add("trello")
    near.remove("trello")
    expect(near.near("trelo")).toEqual([])
  })
})

describe("intents", () => {
  it.each<[string, readonly string[]]>([
    ["find the invoices and mail them to Anna", ["find the invoices", "mail them to Anna"]],
    ["1. read the file\n2. translate it", ["read the file", "translate it"]],
    ["create a branch, commit, then push", ["create a branch", "commit", "push"]],
    ["Suche die Rechnung und schicke sie an Anna", ["Suche die Rechnung", "schicke sie an Anna"]],
    ["add milk, eggs and bread", []],
    ["read notes.md", []],
    ["", []],
  ])("of %j", (text, intents) => {
    expect(intentsIn(text)).toEqual(intents)
  })

  it("are few, however long the text is", () => {
    expect(intentsIn("open the file. ".repeat(5000)).length).toBeLessThanOrEqual(8)
    expect(clipped("x".repeat(100_000)).length).toBeLessThan(5000)
  })
})
