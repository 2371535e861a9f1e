import { describe, expect, it } from "vitest"
import { assistant, result, user } from "../../context/__fixtures__/shapes.ts"
import type { Contract } from "../../contracts/compaction.ts"
import { plainText, text } from "../../contracts/content.ts"
import type { Message } from "../../contracts/message.ts"
import type { Digest } from "../../features/compaction/slice.ts"
import { headOf, renderDigest, withDigest } from "./digest.ts"

const contract: Contract = {
  goal: "Tidy my notes.",
  said: [
    { at: 0, parts: [text("Tidy my notes.")] },
    { at: 4, parts: [text("And the drafts?")] },
    { at: 9, parts: [text("Half of")], cut: 40 },
  ],
  constraints: ["only on Mondays"],
  open: ["b.md"],
  decisions: ["blue"],
  approvals: ["approved: send {}"],
  effects: ["send {}"],
  files: ["a.md"],
  lost: ["2 older files"],
}
const digest: Digest = { summary: "It went well.", contract }
const wordsOf = (message: Message | undefined) =>
  message !== undefined && "parts" in message ? plainText(message.parts) : ""

describe("a digest", () => {
  it("has the user's words, each marked when shortened, then the contract, then the summary", () => {
    expect(plainText(headOf(digest).parts)).toBe(
      `[The conversation so far was condensed. This stands for the messages before the ones below: what the user said word for word, what was decided, a summary.]
[The user, at first]
Tidy my notes.
[The user]
And the drafts?
[The user; 40 characters left out]
Half of
Also said by the user:
- only on Mondays

Still open: listed, and not dealt with so far:
- b.md

Decided with the user:
- blue

Approvals:
- approved: send {}

Calls whose outcome is unknown: verify before you repeat them:
- send {}

Files so far:
- a.md

Left out because there was no room:
- 2 older files

Summary of what was done (where it differs, the rest is right):
It went well.
[The conversation goes on from here.]`,
    )
  })

  it.each<{ name: string; given: Digest; words: string }>([
    {
      name: "the goal, when nothing the user said is left",
      given: { summary: "", contract: { goal: "Tidy." } },
      words: "Goal, in the user's words: Tidy.",
    },
    { name: "nothing at all", given: { summary: " ", contract: {} }, words: "" },
  ])("says $name", ({ given, words }) => {
    expect(renderDigest(given)).toBe(words)
  })

  it.each<{ name: string; later: readonly Message[]; roles: readonly string[] }>([
    {
      name: "a message of its own before an answer",
      later: [assistant("x", ["a", "t"]), result("a", "y")],
      roles: ["user", "assistant", "tool"],
    },
    { name: "one with what the user says first", later: [user("next"), assistant("x")], roles: ["user", "assistant"] },
    { name: "all there is", later: [], roles: ["user"] },
  ])("is $name, so that roles alternate (X5)", ({ later, roles }) => {
    for (const place of ["message", "words"] as const)
      expect(withDigest(digest, later, place).map(({ role }) => role)).toEqual(roles)
  })

  it("comes before the user's words in a user message", () => {
    expect(wordsOf(withDigest(digest, [user("next")], "message")[0])).toMatch(/goes on from here\.\]\nnext$/)
  })

  it("has only the user's words when the rest is in the system prompt (L6)", () => {
    const [head] = withDigest(digest, [], "words")
    expect(wordsOf(head)).toMatch(/And the drafts\?/)
    expect(wordsOf(head)).not.toMatch(/It went well|Still open/)
    expect(renderDigest(digest)).not.toMatch(/And the drafts/)
  })

  it("is the same object as long as nothing changes, so that it is counted once", () => {
    const later = [user("next")]
    expect(withDigest(digest, later, "message")[0]).toBe(withDigest(digest, later, "message")[0])
    expect(withDigest(digest, [], "words")[0]).toBe(withDigest(digest, [], "words")[0])
    expect(headOf({ ...digest })).not.toBe(headOf(digest))
  })
})
