// On the labelled set, the needed tool is among those offered. For held-out figures: npm run bench -- prefilter.
import { describe, expect, it } from "vitest"
import { DATA_FILE, type Data, readData, serverOf } from "../bench/prefilter/data.ts"
import { recallOf } from "../bench/prefilter.ts"
import { LocalToolIndex } from "../packages/agent/src/tool-search/tool-index.ts"

const { tools, queries } = readData(DATA_FILE) as Data // prefilter-set.test.ts checks that it is valid.

describe("finding a tool by words alone", () => {
  it("L19: puts 95 of 100 needed tools among the first 15 of 531, and more when more are offered", async () => {
    const index = new LocalToolIndex({ serverOf })
    const found: { readonly query: Data["queries"][number]; readonly names: readonly string[] }[] = []
    for (const query of queries) found.push({ query, names: await index.find(query.text, { most: 20, among: tools }) })
    const recalls = [5, 10, 15, 20].map((k) => {
      const each = found.map(({ query, names }) => recallOf(query, names.slice(0, k)))
      return each.reduce((sum, recall) => sum + recall, 0) / each.length
    })
    expect(recalls).toEqual([...recalls].sort((a, b) => a - b))
    expect(recalls[2]).toBeGreaterThanOrEqual(0.95)
  })
})
