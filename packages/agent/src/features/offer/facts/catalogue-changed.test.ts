import { describe, expect, it } from "vitest"
import { plainText } from "../../../contracts/content.ts"
import type { Draft } from "../../../contracts/fact.ts"
import { foldFacts } from "../../../kernel/state/fold.ts"
import { messagesOf } from "../../../kernel/state/messages.ts"
import { answered, asked, opened, said, stamp } from "../../../testing/fact-builders.ts"
import type { CatalogueChanged } from "./catalogue-changed.ts"

const changed = (change: Partial<CatalogueChanged>): Draft => ({
  type: "catalogue-changed",
  added: [],
  removed: [],
  why: 'MCP server "x" announced another list.',
  catalogue: "hash-2",
  ...change,
})

const wordsOf = (drafts: readonly Draft[]) =>
  messagesOf(foldFacts(stamp([opened(), said("go"), ...drafts]))).map((message) =>
    message.role === "user" ? plainText(message.parts) : message.role,
  )

describe("tools that came or went", () => {
  const many = Array.from({ length: 25 }, (_, index) => `x__t${index}`)

  it.each([
    [{ added: ["x__a", "x__b"], removed: ["x__c"] }, "[Tools changed: + x__a, x__b; - x__c. MCP server "],
    [{ removed: ["x__c"] }, "[Tools changed: - x__c. MCP server "],
    [{ added: many }, "x__t18, x__t19 and 5 more. MCP server "],
    [{}, "[Tools changed. MCP server "],
  ])("are announced to the model once, before the user's input: %o", (change, words) => {
    expect(wordsOf([changed(change)])).toEqual([expect.stringContaining(words), "go"])
  })

  it("stay announced when the request was answered", () => {
    const facts = stamp([
      opened(),
      said("go"),
      changed({ added: ["x__a"] }),
      asked("1.1.1", 3),
      answered({ text: "ok" }),
    ])
    const words = messagesOf(foldFacts(facts)).map((message) =>
      message.role === "user" ? plainText(message.parts) : "",
    )
    expect(words.filter((each) => each.includes("+ x__a"))).toHaveLength(1)
  })

  it("are known by their hash from the request or from the change, whichever came later", () => {
    const shown = { ...asked("1.1.1"), sections: { catalogue: "hash-1" } } as Draft
    expect(foldFacts(stamp([opened(), said("go"), shown])).catalogue).toBe("hash-1")
    expect(foldFacts(stamp([opened(), said("go"), shown, changed({})])).catalogue).toBe("hash-2")
  })

  it("are not announced in logs without a catalogue", () => {
    const { catalogue: _, ...old } = changed({ added: ["x__a"] }) as CatalogueChanged
    expect(wordsOf([old])).toEqual(["go"])
  })
})
