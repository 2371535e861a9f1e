// The value of a tool's result: in the event as the tool returned it, where it was no text.
import { expect, it } from "vitest"
import { createAgent } from "../../agent/create-agent.ts"
import { call, scripted } from "../../model/scripted.ts"
import { PartialResult, type ToolOutput, tool } from "../../tools/tool.ts"

const results: readonly (readonly [string, ToolOutput, unknown])[] = [
  ["an object", { id: 7, tags: ["a"] }, { id: 7, tags: ["a"] }],
  ["a list", [1, 2], [1, 2]],
  ["a number", 7, 7],
  ["null", null, null],
  ["an object that is only a part", new PartialResult({ id: 7 }, "the rest"), { id: 7 }],
  ["text", "done", undefined],
  ["text that is JSON", '{"id":7}', undefined],
  ["nothing", undefined, undefined],
  ["parts", [{ type: "text", text: "7" }], undefined],
  ["more than the model is shown", { long: "x".repeat(5000) }, undefined],
]
it.each(results)("a tool-result event of %s: %j has the value %j", async (_, returned, expected) => {
  const read = tool({
    name: "read",
    description: "Reads.",
    input: { type: "object" },
    effect: "read",
    maxResultChars: 1000,
    run: () => returned,
  })
  const model = scripted(({ results: had }) => (had.length > 0 ? "Done." : { calls: [call("read", {})] }))
  const agent = await createAgent({ model, tools: [read] })
  const session = await agent.open()
  const values: unknown[] = []
  for await (const event of session.send("Read.")) if (event.type === "tool-result") values.push(event.value)
  expect(values).toEqual([expected])
  await agent.close()
})
