// How a request is parsed: named things, idioms, misspellings, several intents.
import { describe, expect, it } from "vitest"
import { idiomsIn } from "./idioms.ts"
import { clipped, intentsIn } from "./intents.ts"
import { tableWordsNear } from "./meanings.ts"
import { parseThings } from "./named-things.ts"
import { NearWords } from "./near-words.ts"
import { QUERY_WEIGHTS, queryTerms } from "./query-terms.ts"

describe("parseThings", () => {
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
  ])("finds the kinds of things in: %s", (text, kinds) => {
    expect(parseThings(text).kinds).toEqual(kinds)
  })

  it("lets the words of a path count little", () => {
    const known = { has: () => true, near: () => [] }
    const terms = queryTerms("open ~/weather/slack.md", known)
    expect(terms.get("weather")).toBeLessThan(terms.get("open") ?? 0)
  })
})

describe("idiomsIn", () => {
  it.each([
    ["get rid of these files", "remove"],
    ["take my name off that card", "remove"],
    ["what's in my Downloads?", "list"],
    ["keep that in mind", "remember"],
    ["how do I get from here to Rome?", "directions"],
  ])("finds the idiom in: %s", (text, meant) => {
    expect(idiomsIn(text)).toContain(meant)
  })

  it("finds none in a plain request", () => {
    expect(idiomsIn("create an issue")).toEqual([])
  })
})

describe("NearWords", () => {
  const near = new NearWords()
  for (const word of ["slack", "search", "calendar", "event", "mongodb"]) near.add(word)

  it.each([
    ["slcak", "slack"],
    ["serach", "search"],
    ["calender", "calendar"],
    ["evnt", "event"],
    ["eventt", "event"],
    ["mongo", "mongodb"],
  ])("takes %s for %s", (slip, word) => {
    expect(near.near(slip)).toEqual([word])
  })

  it.each(["slack", "sl", "weather", "x".repeat(200)])("finds no other word for %s", (word) => {
    expect(near.near(word)).toEqual([])
  })

  it("forgets a removed word", () => {
    near.add("trello")
    near.remove("trello")
    expect(near.near("trelo")).toEqual([])
  })
})

describe("tableWordsNear", () => {
  it.each([
    ["calender", "calendar"],
    ["umbrela", "umbrella"],
    ["borre", "borr"],
    ["terminkalender", "termin"],
    ["musikdatei", "datei"],
    ["webshop", "shop"],
  ])("takes %s for %s: misspelled, inflected, or a compound", (word, known) => {
    expect(tableWordsNear(word)).toContain(known)
  })

  it.each(["zyzzyva", "xq", ""])("finds no word for %j", (word) => {
    expect(tableWordsNear(word)).toEqual([])
  })
})

it("queryTerms adds the longer word of a tool to a word of the tables", () => {
  const known = { has: (term: string) => term === "mongodb", near: () => ["mongo", "mongodb", "mango"] }
  expect([...queryTerms("mongo", known).keys()]).toEqual(expect.arrayContaining(["=database", "mongodb"]))
  expect(queryTerms("mongo", known).has("mango")).toBe(false)
})

describe("queryTerms: meanings", () => {
  const none = { has: () => false, near: () => [] }
  const weightOf = (text: string, meaning: string) => queryTerms(text, none).get(meaning) ?? 0

  it("count more when several words share one", () => {
    expect(weightOf("dentist on tuesday", "=calendar")).toBeGreaterThan(weightOf("dentist", "=calendar"))
  })

  it("count no more when a word is repeated, and are bounded", () => {
    expect(weightOf("tuesday, tuesday, tuesday", "=calendar")).toBe(weightOf("tuesday", "=calendar"))
    const all =
      "dentist meeting agenda slot booked lunch dinner standup invite tuesday friday party holiday trip exam gym"
    expect(weightOf(all, "=calendar")).toBe(QUERY_WEIGHTS.most)
  })

  it.each([
    ["who", "=user"],
    ["where", "=search"],
    ["off", "=disable"],
  ])("of the stop word %s include the hint %s", (word, meaning) => {
    expect(weightOf(word, meaning)).toBeGreaterThan(0)
    expect([...queryTerms(word, { has: () => true, near: () => [] }).keys()]).not.toContain(word)
  })
})

describe("intentsIn", () => {
  it.each<[string, readonly string[]]>([
    ["find the invoices and mail them to Anna", ["find the invoices", "mail them to Anna"]],
    ["1. read the file\n2. translate it", ["read the file", "translate it"]],
    ["create a branch, commit, then push", ["create a branch", "commit", "push"]],
    ["Suche die Rechnung und schicke sie an Anna", ["Suche die Rechnung", "schicke sie an Anna"]],
    ["add milk, eggs and bread", []],
    ["read notes.md", []],
    ["", []],
  ])("splits %j", (text, intents) => {
    expect(intentsIn(text)).toEqual(intents)
  })

  it("returns few intents, however long the text is", () => {
    expect(intentsIn("open the file. ".repeat(5000)).length).toBeLessThanOrEqual(8)
    expect(clipped("x".repeat(100_000)).length).toBeLessThan(5000)
  })
})
