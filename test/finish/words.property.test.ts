// Whatever its words, in the default profile the answer after the last tool result is the last request of its turn.
import { createAgent, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import fc from "fast-check"
import { expect, it } from "vitest"

const look = tool({
  name: "look",
  description: "",
  input: { type: "object" },
  effect: "read",
  run: () => "a.png\nb.png\nc.png",
})
const write = tool({
  name: "write",
  description: "",
  input: { type: "object", properties: { path: { type: "string" } } },
  approval: false,
  effect: "once",
  run: ({ path }) => `written ${path}`,
})

const PHRASES = [
  "3 of 7 done, 4 remaining",
  "I can't do that",
  "Which ones should I process?",
  "I have renamed all files",
  "Als nächstes benenne ich die restlichen um",
  "Soll ich weitermachen?",
  "Il en reste quatre",
  "残りは4個です",
  "Let me continue with b.png",
  "TODO",
  "…",
  "- [ ] b.png",
  "`look`",
  "[link](x)",
  "{}",
]
const words = fc
  .array(fc.oneof(fc.constantFrom(...PHRASES), fc.string({ unit: "grapheme" })), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(" "))
  .filter((text) => text.trim() !== "")
const calls = fc.array(
  fc.constantFrom(call("look"), call("write", { path: "a.png" }), call("write", { path: "b.png" }), call("nobody")),
  { maxLength: 3 },
)

it("the default profile makes exactly one request after the last tool result", async () => {
  await fc.assert(
    fc.asyncProperty(words, calls, words, async (said, made, answer) => {
      let requests = 0
      const model = scripted(() => {
        const next = made[requests++]
        return next === undefined ? answer : { calls: [next] }
      })
      await using agent = await createAgent({ model, tools: [look, write] })
      const result = await (await agent.open()).ask(said)
      expect(requests).toBe(made.length + 1)
      expect(result).toMatchObject({ outcome: "completed", text: answer })
    }),
    { numRuns: 150 },
  )
})
