// What a model is told to call instead: only what it was offered.
import { expect, it } from "vitest"
import { plainText } from "../contracts/content.ts"
import { call, type Script, scripted } from "../model/scripted.ts"
import { type Tool, tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const named = (name: string, more: Partial<Tool> = {}) =>
  tool({
    name,
    description: name,
    input: { type: "object", properties: { n: { type: "number" } } },
    effect: "read",
    run: () => "ok",
    ...more,
  })

/** Calls these one after the other; answers with all that it was told, and what it was offered at last. */
async function told(names: readonly string[], options: Partial<AgentOptions>) {
  const offered: (readonly string[])[] = []
  const script: Script = ({ messages, request }) => {
    const next = names[offered.length]
    offered.push(request.tools.map(({ name }) => name))
    if (next !== undefined) return { calls: [call(next, { n: offered.length })] }
    return messages.flatMap((message) => (message.role === "tool" ? plainText(message.parts) : [])).join("\n")
  }
  await using agent = await createAgent({ model: scripted(script), approve: "auto", ...options })
  const { text } = await (await agent.open()).ask("Go")
  return { text, offered: offered.flat() }
}

it("of few tools never search_tools, which finds the others where there are many (L15)", async () => {
  const { text, offered } = await told(["search_web"], { tools: [named("search_mail"), named("send")] })
  expect(offered).not.toContain("search_tools")
  expect(text).toContain("search_mail")
  expect(text).not.toContain("search_tools")
})

it("of many tools only those that fit what was said", async () => {
  const tools = Array.from({ length: 60 }, (_, place) => named(`tool_${place}`))
  const { text, offered } = await told(["tool_none"], { tools })
  const [, list = ""] = /The nearest are: ([^.]+)\./.exec(text) ?? []
  expect(list.split(", ")).toHaveLength(3)
  for (const name of list.split(", ")) expect(offered).toContain(name)
})

it("not what kept failing and was taken away (L14)", async () => {
  const broken = named("look_up", {
    run: () => {
      throw new Error("broken")
    },
  })
  const calls = ["look_up", "look_up", "look_up", "look_upon_it"]
  const { text } = await told(calls, { profile: "local-desktop", tools: [broken, named("send"), named("list")] })
  expect(text).toMatch(/There is no tool "look_upon_it"\. There are: (send, list|list, send)\./)
})

it("not the tool that its author names for when it fails, unless that is offered", async () => {
  const fails = { run: () => Promise.reject(new Error("broken")) }
  const tools = [
    named("fast", { ...fails, fallback: "slow" }),
    named("odd", { ...fails, fallback: "none" }),
    named("slow"),
  ]
  const { text } = await told(["fast", "odd"], { tools })
  expect(text).toContain('You may try "slow" instead.')
  expect(text).not.toContain('"none"')
})
