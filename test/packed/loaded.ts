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

  it("for the import of the library: no store and no runtime", async () => {
    const program = join(project(), "imports.js")
    writeFileSync(program, 'import "@pawl/agent"\n')
    const { own, packages } = await new Loader(program, home, env).run([])
    expect(packages).toEqual([])
    expect(own.filter((url) => /\/dist\/(run|sqlite|wire|openai)\.js$/.test(url))).toEqual([])
    expect(own.length).toBeLessThanOrEqual(9)
  })
}
