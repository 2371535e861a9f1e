// How many files the commands of the installed pawl load. Bundling puts into one file what is loaded together; a file that
// is loaded for a small part of it brings along more than is used.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { modelServer } from "@pawl/agent/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { LOADS, type Loaded, Loader, PROMPT } from "../../packages/cli/src/__fixtures__/loaded.ts"

/** Declares the tests. `project`: where the packed packages are installed. */
export function loadsLittle(project: () => string): void {
  const home = mkdtempSync(join(tmpdir(), "pawl-loaded-"))
  const { NODE_OPTIONS: _options, PAWL_MODEL: _model, ...env } = process.env
  let before: Loaded | undefined
  let pawl: Loader

  beforeAll(async () => {
    pawl = new Loader(join(project(), "node_modules/pawl/bin/pawl.js"), home, { ...env, PAWL_HOME: home })
    await using server = await modelServer({
      script: () => {
        before ??= pawl.loaded()
        return "Hello."
      },
    })
    await pawl.run(PROMPT.words, { OPENAI_API_KEY: "key", OPENAI_BASE_URL: server.openai })
  })

  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it(`for the first request of -p: ${PROMPT.files} files at most`, () => {
    expect(before?.own.length).toBeLessThanOrEqual(PROMPT.files)
    expect(before?.own.some((url) => url.endsWith("/dist/run.js"))).toBe(true)
  })

  it.each(LOADS)("for $words: $files files at most", async ({ words, packages, files, modules }) => {
    const loaded = await pawl.run(words)
    expect(loaded.packages).toEqual(packages)
    expect(loaded.own.length, loaded.own.join("\n")).toBeLessThanOrEqual(files)
    // Commands that load no loop from a checkout load none when they are bundled.
    const hasLoop = loaded.own.some((url) => url.endsWith("/dist/loop.js"))
    expect(hasLoop).toBe(modules > 100)
  })

  /** Of a program that a user writes. */
  async function loadedBy(program: string) {
    const file = join(project(), "loads.js")
    writeFileSync(file, program)
    const { own, packages } = await new Loader(file, home, env).run([])
    return { packages, files: own.flatMap((url) => /@pawl\/agent\/dist\/(.*)\.js$/.exec(url)?.[1] ?? []) }
  }

  it.each([
    ["@pawl/agent", 8, true],
    ["@pawl/agent/testing", 8, false],
    ["@pawl/agent/ai-sdk", 9, true],
    ["@pawl/agent/host", 9, true],
    ["@pawl/agent/mcp", 9, true],
    ["@pawl/agent/observe", 8, true],
    ["@pawl/agent/plugins", 8, true],
    ["@pawl/agent/providers", 4, false],
    ["@pawl/agent/profiles", 4, false],
    ["@pawl/agent/replay", 14, true],
    ["@pawl/agent/sessions", 17, true],
    ["@pawl/agent/store", 9, true],
    ["@pawl/agent/types", 2, false],
  ])(
    "for the import of %s: no package, no runtime, store or provider, and %i files at most",
    async (name, most, loop) => {
      const { files, packages } = await loadedBy(`import "${name}"\n`)
      expect(packages).toEqual([])
      expect(files.filter((file) => ["run", "sqlite", "wire"].includes(file))).toEqual([])
      expect(files.includes("loop")).toBe(loop)
      expect(files.length, files.join()).toBeLessThanOrEqual(most)
    },
  )

  it("for an agent with a store and a model of its own: no package", async () => {
    const { files, packages } = await loadedBy(`import { createAgent, memory } from "@pawl/agent"
      import { scripted } from "@pawl/agent/testing"
      const agent = await createAgent({ model: scripted(() => "Hello."), store: memory() })
      await (await agent.open()).ask("Hello")
      await agent.close()`)
    expect(packages).toEqual([])
    expect(files).toContain("run")
  })
}
