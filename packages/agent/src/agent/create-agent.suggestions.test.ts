// Which tools a model is told to call instead: only those it was offered.
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

/** Calls these tools one after the other; returns the texts of all results and the tools offered last. */
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

it("suggestions among few tools never include search_tools, which exists only where there are many (L15)", async () => {
  const { text, offered } = await told(["search_web"], { tools: [named("search_mail"), named("send")] })
  expect(offered).not.toContain("search_tools")
  expect(text).toContain("search_mail")
  expect(text).not.toContain("search_tools")
})

it("suggestions among many tools include only those that fit the input", async () => {
  const tools = Array.from({ length: 60 }, (_, place) => named(`tool_${place}`))
  const { text, offered } = await told(["tool_none"], { tools })
  const [, list = ""] = /The nearest are: ([^.]+)\./.exec(text) ?? []
  expect(list.split(", ")).toHaveLength(3)
  for (const name of list.split(", ")) expect(offered).toContain(name)
})

it("suggestions do not include a tool that is withheld (L14)", async () => {
  const broken = named("look_up", {
    run: () => {
      throw new Error("broken")
    },
  })
  const calls = ["look_up", "look_up", "look_up", "look_upon_it"]
  const { text } = await told(calls, { profile: "local-desktop", tools: [broken, named("send"), named("list")] })
  expect(text).toMatch(/There is no tool "look_upon_it"\. There are: (send, list|list, send)\./)
})

it("suggestions include the tool that an author names as an alternative only if it is offered", async () => {
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
