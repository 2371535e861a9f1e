// A call whose arguments are cut off is never made with the part that arrived: half a path is another path.
import { describe, expect, it } from "vitest"
import type { JsonObject } from "../contracts/json.ts"
import { parseAnswer } from "../model/dialects/__fixtures__/corpus.ts"
import { scripted } from "../model/scripted.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"

const PATH = "/home/u/project"

/** A complete call, as each dialect writes it. */
const WRITTEN: readonly (readonly [string, string])[] = [
  ["xml", `<tool><tool_name>wipe</tool_name><arguments>{"path":"${PATH}"}</arguments></tool>`],
  ["xml-json", `<tool>{"tool_name":"wipe","arguments":{"path":"${PATH}"}}</tool>`],
  ["structured", `{"type":"wipe","arguments":{"path":"${PATH}"}}`],
  ["bracket", `[wipe(path="${PATH}")]`],
  ["pythonic", `Tool: wipe\nArguments: {"path":"${PATH}"}`],
  ["hermes", `<tool_call>{"name":"wipe","arguments":{"path":"${PATH}"}}</tool_call>`],
]

const input = { type: "object", properties: { path: { type: "string" } }, required: ["path"] } as const
const offered = [{ name: "wipe", description: "", inputSchema: input }]

async function ranBy(dialect: string, answer: string): Promise<readonly unknown[]> {
  const ran: unknown[] = []
  const run = (given: JsonObject) => `wiped ${ran.push(given.path)}`
  const wipe = tool({ name: "wipe", description: "Wipes a folder.", input, effect: "read", run })
  let asked = 0
  const model = scripted(() => (asked++ === 0 ? answer : "I stop here."))
  await using agent = await createAgent({ model, tools: [wipe], dialect })
  await (await agent.open()).ask("Wipe it.")
  return ran
}

describe.each(WRITTEN)("in %s", (dialect, whole) => {
  it("a complete call runs", async () => {
    expect(await ranBy(dialect, whole)).toEqual([PATH])
  })

  it("a call that ends within its path does not run", async () => {
    const cut = whole.slice(0, whole.indexOf(PATH) + "/home/u/pro".length)
    expect(cut).toMatch(/"\/home\/u\/pro$/)
    expect(await ranBy(dialect, cut)).toEqual([])
  })

  it("no beginning of a call is parsed as a call with half a path", () => {
    const read = Array.from(whole, (_, end) => parseAnswer(dialect, [whole.slice(0, end)], offered).calls).flat()
    const paths = read.flatMap((call) => call.arguments.path ?? [])
    expect(paths.filter((path) => path !== PATH)).toEqual([])
  })
})
