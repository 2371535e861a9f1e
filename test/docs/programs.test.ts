// TypeScript in pages and in comments compiles against the current library.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { examplesIn, undocumented, withoutExample } from "../../scripts/docs/comments.ts"
import { unnamedParameters } from "../../scripts/docs/named-parameters.ts"
import { withPreamble } from "../../scripts/docs/preamble.ts"
import { mistakesIn, programsIn, programsOfPages } from "../../scripts/docs/programs.ts"
import { type PublicName, publicNames } from "../../scripts/docs/public-api.ts"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const NAMES = publicNames(ROOT)

describe("programs in pages and comments", () => {
  it("compile, and planted mistakes do not", () => {
    const ofPages = programsOfPages(ROOT)
    const ofComments = examplesIn(NAMES)
    expect(ofPages.length).toBeGreaterThan(25)
    expect(ofComments.length).toBeGreaterThan(45)
    const page =
      "# Planted\n\n```ts\nimport { createAgent } from '@pawl/agent'\n\nawait createAgent({ modle: '' })\n```\n"
    const whole = "```ts\n// planted.ts\nconsole.log(session.id)\nexport {}\n```\n"
    const tool = 'tool({ name: "pay", description: "Pays.", input: { type: "object" }, run: () => "" })'
    const effect = `\`\`\`ts\nimport { tool } from "@pawl/agent"\n\n${tool}\n\`\`\`\n`
    const planted = [
      ["planted.md", page] as const,
      ["whole.md", whole] as const,
      ["effect.md", effect] as const,
    ].flatMap(([name, text]) => programsIn(name, text))
    expect([...mistakesIn(ROOT, [...ofPages, ...ofComments, ...planted])].sort()).toEqual([
      // A tool without an effect class is told what the three classes mean.
      expect.stringMatching(/^effect\.md:4: TS2345: .*twice would do.*"read.*"idempotent.*"once.*/),
      expect.stringMatching(/^planted\.md:6: TS2\d+: .*modle/),
      expect.stringMatching(/^whole\.md:3: TS2304: .*session/),
    ])
  })

  it("are skipped only where they are marked", () => {
    expect(programsIn("a.md", "```ts no-check\nnot a program\n```\n```sh\nls\n```\n")).toEqual([])
    const marked = programsOfPages(ROOT).filter(({ source }) => source.includes("@ts-"))
    expect(marked).toEqual([])
  })

  it("get declarations, at their end, for names that they use and do not declare", () => {
    const given = (fragment: string) =>
      withPreamble(fragment)
        .split("\n")
        .filter((line) => line.startsWith("declare"))
    expect(given("await session.ask('model')\nprint({ store: 1 })")).toEqual([
      'declare const session: import("@pawl/agent").Session',
    ])
    expect(given("const session = await agent.open()")).toEqual(['declare const agent: import("@pawl/agent").Agent'])
    expect(given('import { tool } from "x"\nconst { model } = tool()')).toEqual([])
    expect(given("for (const event of session.send()) event.store")).toHaveLength(1)
  })
})

describe("the public API", () => {
  const named = (name: string, comment: string): PublicName => {
    return { entry: "@pawl/agent", name, file: "a.ts", line: 1, comment, commentLine: 1 }
  }

  it("is read with its members, events and entry points, but without private names", () => {
    const all = new Set(NAMES.map(({ entry, name }) => `${entry} ${name}`))
    expect([...all]).toEqual(
      expect.arrayContaining([
        "@pawl/agent createAgent",
        "@pawl/agent AgentOptions.model",
        "@pawl/agent Session.send",
        '@pawl/agent Event "turn-start"',
        "@pawl/agent/mcp login",
        "@pawl/agent/plugins loadPlugins",
        "@pawl/agent/profiles PROFILE_LINES",
        "@pawl/agent/testing facts.opened",
      ]),
    )
    expect(all).not.toContain("@pawl/agent Session.#send")
    expect(NAMES.length).toBeGreaterThan(1000)
  })

  it("has a sentence on every function, class, type, field, method and event", () => {
    expect(undocumented(NAMES)).toEqual([])
    expect(undocumented([named("a", ""), named("b", "@example\n"), named("c", "A sentence.")])).toHaveLength(2)
  })

  it("names every parameter, so that the reference can", () => {
    expect(unnamedParameters(ROOT, NAMES)).toEqual([])
    // This file has such a function of its own.
    const file = "scripts/docs/named-parameters.ts"
    const lines = readFileSync(join(ROOT, file), "utf8").split("\n")
    const line = lines.findIndex((each) => each.startsWith("function isTakenApart({")) + 1
    const planted = { ...named("isTakenApart", ""), file, line }
    expect(unnamedParameters(ROOT, [planted, { ...planted, line: 1 }])).toEqual([`${file}:${line}`])
  })

  it("has an example for each name that users start with", () => {
    expect(withoutExample(NAMES)).toEqual([])
    const bare = NAMES.map((each) => ({ ...each, comment: each.comment.replace(/@example[\s\S]*/, "") }))
    expect(withoutExample(bare).length).toBeGreaterThan(45)
    expect(withoutExample([named("createAgent", "Makes one.")])).toContain("a.ts:1: createAgent of @pawl/agent")
  })
})
