import { describe, expect, it } from "vitest"
import { stem } from "../text/stem.ts"
import { termsIn, wordsIn } from "./terms.ts"

describe("wordsIn", () => {
  it.each([
    ["create_pull_request", ["create", "pull", "request"]],
    ["browser-take.screenshot", ["browser", "take", "screenshot"]],
    ["listPullRequests", ["list", "pull", "requests"]],
    ["parseHTMLPage", ["parse", "html", "page"]],
    ["open PRs", ["open", "pr"]],
    ["a GitHub PullRequest", ["github", "pull", "request"]],
    ["HubSpot and YouTube", ["hubspot", "and", "youtube"]],
    ["GetHub", ["get", "hub"]],
    ["Lösche die Größe", ["losche", "die", "grosse"]],
    ["Téléchargé à 10", ["telecharge"]],
    ["", []],
    ["Привет, мир", ["привет", "мир"]],
  ])("splits %s", (text, words) => {
    expect(wordsIn(text)).toEqual(words)
  })

  it("is bounded, however long the text is", () => {
    expect(wordsIn("word ".repeat(100_000)).length).toBeLessThanOrEqual(200)
  })
})

describe("stem", () => {
  it.each([
    ["file files filing filed"],
    ["create creates created creating creation"],
    ["run runs running"],
    ["delete deletes deleted deleting deletion"],
    ["query queries"],
    ["match matches matching"],
    ["summarise summarize summarising summarized"],
    ["write wrote written writing"],
    ["send sent sends"],
    ["copy copies copied copying"],
    ["find found"],
    ["index indices indexes"],
    ["repository repositories repo"],
  ])("is the same for %s", (words) => {
    expect(new Set(words.split(" ").map(stem)).size).toBe(1)
  })

  it("keeps news apart from new", () => {
    expect(stem("news")).not.toBe(stem("new"))
  })

  it.each(["news", "status", "this", "bus", "string", "need", "sing"])("does not cut %s too short", (word) => {
    expect(stem(word).length).toBeGreaterThanOrEqual(Math.min(3, word.length))
  })
})

describe("termsIn", () => {
  it.each([
    ["erase", "delete"],
    ["lösche", "delete"],
    ["supprimer", "remove"],
    ["picture", "image"],
    ["email", "mail"],
    ["folder", "directory"],
  ])("gives %s and %s a common meaning", (one, other) => {
    const meanings = (word: string) => termsIn(word).filter((term) => term.startsWith("="))
    expect(meanings(one).filter((each) => meanings(other).includes(each))).not.toEqual([])
  })

  it("leaves out stop words, and meanings after the first words", () => {
    expect(termsIn("please delete the file", 0)).toEqual(["delet", "fil"])
    expect(termsIn("the and of with")).toEqual([])
  })
})
