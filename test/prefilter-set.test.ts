// The labelled set of `npm run bench -- prefilter`. A label that
// names no existing tool would lower every figure unnoticed.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

interface Query {
  readonly text: string
  readonly tools: readonly string[]
  readonly anyOf?: readonly (readonly string[])[]
  readonly language?: string
}

interface ListedTool {
  readonly server: string
  readonly name: string
  readonly description: string
  readonly inputSchema: object
}

const folder = new URL("../bench/prefilter/", import.meta.url)
const { tools, queries } = read<{ readonly tools: readonly ListedTool[]; readonly queries: readonly Query[] }>(
  "labelled.json",
)
const unseen = read<{ readonly queries: readonly Query[] }>("queries-unseen.json").queries
const names = tools.map(({ server, name }) => `${server}.${name}`)

describe("the tools of the labelled set", () => {
  it("are 531 of 41 servers, none twice", () => {
    expect(names).toHaveLength(531)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(tools.map(({ server }) => server)).size).toBe(41)
  })

  it("have a description of at most 4,000 characters and a schema", () => {
    const odd = tools.filter(
      ({ description, inputSchema }) => description.length > 4_000 || typeof inputSchema !== "object",
    )
    expect(odd.map(({ name }) => name)).toEqual([])
  })

  it("include equal names in different servers, which a ranking has to tell apart", () => {
    const shared = tools.filter((tool) =>
      tools.some((other) => other.name === tool.name && other.server !== tool.server),
    )
    expect(shared.length).toBeGreaterThan(20)
  })

  it("cover every server: some query needs a tool of each", () => {
    const asked = new Set(queries.flatMap((query) => query.tools).map(serverOf))
    expect(tools.map(({ server }) => server).filter((server) => !asked.has(server))).toEqual([])
  })
})

describe.each([
  { set: "labelled.json", list: queries, least: 200 },
  { set: "queries-unseen.json", list: unseen, least: 60 },
])("the queries of $set", ({ list, least }) => {
  it("are enough, without duplicates", () => {
    expect(list.length).toBeGreaterThanOrEqual(least)
    expect(new Set(list.map(({ text }) => text.toLowerCase())).size).toBe(list.length)
  })

  it("are labelled with existing tools, each once", () => {
    const known = new Set(names)
    const wrong = list.filter(
      (query) =>
        query.tools.length === 0 ||
        new Set(query.tools).size !== query.tools.length ||
        [...query.tools, ...(query.anyOf ?? []).flat()].some((name) => !known.has(name)),
    )
    expect(wrong).toEqual([])
  })

  it("list the best tool of every group among the needed tools", () => {
    const wrong = list.filter(({ tools, anyOf = [] }) =>
      anyOf.some((group) => group.length < 2 || new Set(group).size < group.length || !tools.includes(group[0] ?? "")),
    )
    expect(wrong).toEqual([])
  })

  it("need the same tool three times at most", () => {
    const counts = new Map<string, number>()
    for (const name of list.flatMap((query) => query.tools)) counts.set(name, (counts.get(name) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 3)).toEqual([])
  })

  it("include queries with several intents and in several languages", () => {
    expect(list.filter((query) => query.tools.length > 1).length / list.length).toBeGreaterThan(0.1)
    expect(list.filter(({ language = "en" }) => language !== "en").length / list.length).toBeGreaterThan(0.08)
  })
})

it("no query of the unseen set is in the labelled set", () => {
  const seen = new Set(queries.map(({ text }) => text.toLowerCase()))
  expect(unseen.filter(({ text }) => seen.has(text.toLowerCase()))).toEqual([])
})

function serverOf(name: string): string {
  return name.slice(0, name.indexOf("."))
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(file, folder), "utf8")) as T
}
