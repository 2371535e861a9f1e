import { describe, expect, it } from "vitest"
import { type Tool, tool } from "../../tools/tool.ts"
import { fixedTools } from "../../tools/toolbox.ts"
import { sourcesFor } from "./child-tools.ts"

/** As plain JavaScript may write it: without an effect class it counts as `once`. */
const named = (name: string, effect?: Tool["effect"]): Tool =>
  tool({ name, description: "Works.", input: { type: "object" }, run: () => "", ...(effect && { effect }) } as Tool)

describe("sourcesFor gives a child", () => {
  const source = fixedTools([named("look", "read"), named("write", "once"), named("put")])
  it.each([
    ["all tools in the kind that has all", "general", ["look", "write", "put"]],
    ["none that changes anything in the kind that only reads", "read-only", ["look"]],
    ["none that changes anything in a kind that no longer exists", "gone", ["look"]],
    ["none that changes anything in a kind named like a property of every object", "constructor", ["look"]],
  ])("%s", (_what, kind, names) => {
    const sources = sourcesFor([source], { kind, depth: 1 }, { delegation: true })
    expect(sources.flatMap((each) => each.tools().map(({ name }) => name))).toEqual(names)
  })
})
