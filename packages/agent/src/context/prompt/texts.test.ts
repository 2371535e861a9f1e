import { countTokens } from "gpt-tokenizer"
import { describe, expect, it } from "vitest"
import { profiles } from "../../profiles/profiles.ts"
import { emptyState } from "../../registry/state.ts"
import { temporaryFolder } from "./__fixtures__/temporary-folder.ts"
import { renderSystem } from "./render.ts"
import { promptBuilder } from "./sections.ts"
import { promptIn, promptOf } from "./texts.ts"

const tools = [{ name: "fs__read", description: "", inputSchema: {} }]

async function systemOf(profile: string, workspace: string): Promise<string> {
  const { instructions: fallback = "" } = profiles[profile]?.() ?? {}
  const prompt = promptOf(profile)
  const build = promptBuilder({ ...prompt, fallback, workspace, locale: "en-GB" })
  return renderSystem(await build(emptyState, { time: 0, zone: "UTC", tools }), prompt)
}

describe("the prompt of a profile", () => {
  it.each(Object.keys(profiles))("is short in %s: under 250 tokens in total", async (name) => {
    expect(countTokens(await systemOf(name, "/none"))).toBeLessThan(250)
    const { loop = "", thinking = "", toolRules = "" } = promptOf(name)
    expect(countTokens([loop, thinking, toolRules].join("\n"))).toBeLessThan(200)
  })

  it("is short, in tags, and has at most six rules for small models, with the files before and after the rest", async () => {
    const { path } = temporaryFolder({ "a.txt": "" })
    const system = await systemOf("local-desktop", path)
    expect(promptOf("local-desktop").toolRules?.split("\n")).toHaveLength(6)
    const tags = [...system.matchAll(/^<(\w+)>$/gm)].map(([, tag]) => tag)
    expect(tags).toEqual([
      ...["instructions", "working_folder", "thinking", "tool_rules", "environment", "working_folder"],
    ])
  })

  it.each(Object.keys(profiles))("asks in %s for at most one call if an answer is one object", (name) => {
    const { loop = "", thinking = "", toolRules = "" } = promptIn("structured", promptOf(name))
    expect([loop, thinking, toolRules].join("\n")).not.toMatch(/Put calls|in the order you write|<thinking>|your words/)
    expect(toolRules).toMatch(/data/)
    expect(promptIn("xml", promptOf(name))).toBe(promptOf(name))
  })

  it("is the default's for an unknown profile", () => {
    expect(promptOf("toString")).toBe(promptOf("default"))
  })
})
