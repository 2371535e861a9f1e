import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import type { ToolDefinition } from "../../contracts/model.ts"
import type { ToolIndex } from "../../contracts/tool-index.ts"
import { foldFacts } from "../../kernel/state/fold.ts"
import { aCall, answered, asked, finished, opened, said, stamp, toolFinished } from "../../testing/fact-builders.ts"
import { categoriesOf } from "./categories.ts"
import { type ChoicePorts, chooseTools } from "./choose-tools.ts"
import { readOffer, type ToolOffer } from "./tool-offer.ts"

const tools = (many: number, of = (place: number) => `s${place % 4}`): readonly ToolDefinition[] =>
  Array.from({ length: many }, (_, place) => {
    const server = of(place)
    const name = server === "" ? `own_${place}` : `${server}__tool_${place}`
    return { name, description: `Does ${place}.`, inputSchema: { type: "object" } }
  })

const finder: ToolDefinition = { name: "search_tools", description: "Finds.", inputSchema: { type: "object" } }

/** Finds the tools whose numbers are in the query, and records the queries. */
function ports(more: Partial<ChoicePorts> = {}) {
  const heard: { readonly query: string; readonly most: number }[] = []
  const index: ToolIndex = {
    async find(query, { most, among }) {
      heard.push({ query, most })
      const numbers = query.match(/\d+/g) ?? []
      return among.map(({ name }) => name).filter((name) => numbers.some((each) => name.endsWith(`_${each}`)))
    },
  }
  const serverOf = (name: string) => (name.includes("__") ? name.split("__")[0] : undefined)
  const fitting = { models: [{ name: "m", window: 100_000 }] }
  return { heard, ports: { index, fitting, serverOf, finder: () => finder, ...more } }
}

async function chosen(choice: ToolOffer, all: readonly ToolDefinition[], drafts: readonly Draft[], given = ports()) {
  const choose = chooseTools(choice, given.ports)
  const result = await choose?.(foldFacts(stamp([opened(), ...drafts])), all)
  return { names: result?.tools.map(({ name }) => name), offers: result?.offers, heard: given.heard }
}

const prefilter: ToolOffer = { kind: "prefilter", k: 3 }

describe("chooseTools", () => {
  it("is off with few tools, and with the choice `all`", async () => {
    expect((await chosen(prefilter, tools(40), [said("Use 7.")])).names).toHaveLength(40)
    expect(chooseTools("all", ports().ports)).toBeUndefined()
  })

  it("offers fitting tools in the order of the catalogue, and the tool that finds others", async () => {
    const { names, offers } = await chosen(prefilter, tools(60), [said("Use 47 and 5.")])
    expect(names).toEqual(["s1__tool_5", "s3__tool_47", "search_tools"])
    expect(offers).toEqual(names)
  })

  it("always offers tools of no server when they are few, and fills up with them when they are not", async () => {
    const few = tools(60, (place) => (place < 5 ? "" : "s"))
    expect((await chosen(prefilter, few, [said("Use 47.")])).names).toHaveLength(5 + 1 + 1)
    const many = tools(60, (place) => (place < 30 ? "" : "s"))
    expect((await chosen(prefilter, many, [said("Hm.")])).names).toEqual(["own_0", "own_1", "own_2", "search_tools"])
  })

  it("only grows within a turn, and doubles with each miss", async () => {
    const drafts = [
      said("Use 47."),
      { ...asked("1.1.1", 2), offers: ["s0__tool_8"] } as Draft,
      answered({ calls: [aCall("c1", "x")] }),
      toolFinished("c1", "error", "There is none.", { name: "x", code: "tool-not-found" }),
    ]
    const { names, offers, heard } = await chosen(prefilter, tools(60), drafts)
    // The query fits one tool: others follow up to the doubled number, in the order of the catalogue.
    const more = ["s0__tool_0", "s1__tool_1", "s2__tool_2", "s3__tool_3", "s0__tool_4", "s3__tool_47"]
    expect(names).toEqual(["s0__tool_8", ...more, "search_tools"])
    expect(offers).toEqual([...more, "search_tools"])
    expect(heard[0]?.most).toBe(6)
  })

  it("begins a larger list with the one before, so that a provider finds it in its cache", async () => {
    const first = await chosen(prefilter, tools(60), [said("Use 47 and 5.")])
    const drafts = [
      said("Use 47 and 5."),
      { ...asked("1.1.1", 2), offers: first.offers } as Draft,
      answered({ calls: [aCall("c1", "search_tools")] }),
      { ...toolFinished("c1"), name: "search_tools", loads: ["s2__tool_30", "s0__tool_0"] } as Draft,
    ]
    const { names = [] } = await chosen(prefilter, tools(60), drafts)
    const found = ["s2__tool_30", "s0__tool_0"]
    expect(names.slice(0, 5)).toEqual(["s1__tool_5", "s3__tool_47", "search_tools", ...found])
    expect(names.slice(5)).toEqual(["s1__tool_1", "s2__tool_2", "s3__tool_3"])
  })

  it("begins with the order of the catalogue, whatever fits best", async () => {
    const index: ToolIndex = { find: async () => ["s3__tool_47", "s1__tool_5", "s0__tool_20"] }
    const { names } = await chosen(prefilter, tools(60), [said("Go.")], ports({ index }))
    expect(names).toEqual(["s1__tool_5", "s0__tool_20", "s3__tool_47", "search_tools"])
  })

  it("keeps what the last turns used, and includes the turn before in the query when little is said", async () => {
    const before = [
      said("Please do use number 47 of them for the whole of what I have told you about, and for nothing else."),
      { ...asked("1.1.1", 2), offers: ["s3__tool_47"] } as Draft,
      answered({ calls: [aCall("c1", "s0__tool_8")] }),
      toolFinished("c1", "ok", "Done.", { name: "s0__tool_8" }),
      asked("1.2.1", 5),
      answered({ text: "Done." }, "1.2.1"),
      finished(),
    ]
    const short = await chosen(prefilter, tools(60), [...before, said("The same for May.", 2)])
    expect(short.names).toEqual(["s0__tool_8", "s3__tool_47", "search_tools"])
    const long =
      "Now something else altogether: tell me what there is to know about 11, in as many words as it takes you."
    expect((await chosen(prefilter, tools(60), [...before, said(long, 2)])).names).not.toContain("s3__tool_47")
  })

  it("is on with few tools when they take too much of the window, and offers no more than there is room for", async () => {
    const large = tools(20).map((tool) => ({ ...tool, description: "word ".repeat(500) }))
    const given = ports({ fitting: { models: [{ name: "m", window: 8000 }] } })
    const all = "Use 1, 2, 3, 4, 5, 6, 7, 8 and 9."
    const { names } = await chosen({ kind: "prefilter", k: 15 }, large, [said(all)], given)
    expect(names?.length).toBe(3 + 1)
  })

  it("returns the same array for the same choice, so that nothing is written again", async () => {
    const choose = chooseTools(prefilter, ports().ports)
    const state = foldFacts(stamp([opened(), said("Use 5.")]))
    const all = tools(60)
    expect((await choose?.(state, all))?.tools).toBe((await choose?.(state, all))?.tools)
  })
})

describe("categories", () => {
  const serverOf = (name: string) => (name.includes("__") ? name.split("__")[0] : undefined)

  it("L20: are limited in number, and every tool is in one", () => {
    const all = tools(300, (place) => (place === 0 ? "" : `s${place % 40}`))
    const categories = categoriesOf(all, serverOf, 16)
    expect(categories).toHaveLength(16)
    expect(categories.flatMap((each) => each.tools).sort()).toEqual(all.map(({ name }) => name).sort())
    expect(categories.at(-1)?.name).toBe("others")
  })

  const pick = (words: string, more: readonly Draft[] = []) => [
    said(words),
    { ...asked("1.1.1", 2), offers: ["search_tools", "choose_tools"] } as Draft,
    answered({ calls: [aCall("c1", "choose_tools")] }),
    { ...toolFinished("c1"), name: "choose_tools", category: "s" } as Draft,
    ...more,
  ]
  const first = (many: number) => Array.from({ length: many }, (_, place) => `s__tool_${place}`)

  it.each([
    ["by the words", "Use 47.", [...first(14), "s__tool_47"]],
    ["in the order of the catalogue where they fit none of its tools", "Go.", first(15)],
  ])("L20: a category that is too large itself is chosen from %s", async (_how, words, expected) => {
    const all = tools(60, () => "s")
    const { names } = await chosen({ kind: "categories" }, all, pick(words))
    expect(names).toEqual([...expected, "search_tools", "choose_tools"])
  })

  it("keeps what was found in another category, behind what was offered", async () => {
    const all = tools(60, (place) => (place < 3 ? "s" : "t"))
    const offered = [...first(3), "search_tools", "choose_tools"]
    const drafts = pick("Go.", [
      { ...asked("1.2.1", 5), offers: offered } as Draft,
      answered({ calls: [aCall("c2", "search_tools")] }, "1.2.1"),
      { ...toolFinished("c2"), name: "search_tools", loads: ["t__tool_9"] } as Draft,
    ])
    expect((await chosen({ kind: "categories" }, all, drafts)).names).toEqual([...offered, "t__tool_9"])
  })
})

describe("readOffer", () => {
  it.each([
    ["all", "all"],
    ["prefilter", { kind: "prefilter" }],
    ["prefilter:10", { kind: "prefilter", k: 10 }],
    ["categories", { kind: "categories" }],
    ["prefilter:0", undefined],
    ["some", undefined],
  ])("%s", (words, choice) => {
    expect(readOffer(words)).toEqual(choice)
  })
})
