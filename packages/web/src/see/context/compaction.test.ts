// Compactions are read from the facts, whatever is missing in them.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Fact } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { compactionOf } from "./compaction.ts"

const LOG = join(import.meta.dirname, "../../../../agent/src/replay/__fixtures__/chat-service.jsonl")

describe("a compaction", () => {
  it("of a recorded log says what was dropped and what stands in its place", () => {
    const facts = readFileSync(LOG, "utf8")
      .split("\n")
      .filter((line) => line !== "")
    const fact = facts.map((line) => JSON.parse(line) as Fact).find(({ type }) => type === "history-compacted")
    expect(compactionOf(fact as Fact)).toMatchObject({
      strategy: "drop-oldest",
      dropped: 15,
      summary: expect.stringContaining("user: Look at everything."),
    })
  })

  it("lists what is carried over, what was lost, and the tokens", () => {
    const fact: Fact = {
      v: 1,
      seq: 4,
      at: 5,
      type: "history-compacted",
      strategy: "mask-results, summarise",
      why: "threshold",
      from: 0,
      to: -1,
      summary: "",
      masks: [{}, {}],
      tokens: { before: 900, after: 100 },
      contract: { goal: "Ship it", open: ["b"], decisions: [], lost: ["an image"] },
      clipped: ["a long message"],
    }
    expect(compactionOf(fact)).toEqual({
      seq: 4,
      at: 5,
      strategy: "mask-results, summarise",
      why: "threshold",
      summary: "",
      dropped: 0,
      shortened: 2,
      before: 900,
      after: 100,
      carried: [
        ["goal", ["Ship it"]],
        ["open", ["b"]],
      ],
      lost: ["an image", "a long message"],
    })
  })

  it("of which nothing is known is empty", () => {
    const fact: Fact = { v: 1, seq: 4, at: 5, type: "history-compacted" }
    expect(compactionOf(fact)).toMatchObject({ dropped: 0, carried: [], lost: [], why: undefined })
  })
})
