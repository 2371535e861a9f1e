// An application that uses what bundlers stumble over, and the ways to bundle it: threads, a native module, packages that
// are loaded late, and zod.
import { spawnSync } from "node:child_process"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { type BuildOptions, build } from "esbuild"
import { rolldown } from "rolldown"
import { OWN_FILES } from "../../packages/agent/src/outside/own-file.ts"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const VITE = join(ROOT, "node_modules/vite/bin/vite.js")

const APP = `import { createAgent, sqlite, tool } from "@pawl/agent"
import { archiveOf } from "@pawl/agent/sessions"
import { call, modelServer } from "@pawl/agent/testing"
import { z } from "zod"

const calls = [call("add", { a: 2, b: 3 }), call("twice", { n: 2 }), call("search_files", { pattern: "need" })]
const script = ({ results }) => (results.length === 0 ? { calls } : results.map(({ text }) => text).join(" | "))
const server = await modelServer({ script })
process.env.OPENAI_BASE_URL = server.openai
process.env.OPENAI_API_KEY = "key"

const [effect, description] = ["read", "Counts."]
const add = tool({ name: "add", description, effect, input: z.object({ a: z.number(), b: z.number() }), run: ({ a, b }) => a + b })
const input = { type: "object", properties: { n: { type: "number" } } }
const twice = tool({ name: "twice", description, effect, input, run: ({ n }) => n * 2 })

const store = await sqlite("app.db")
const agent = await createAgent({ model: "openai:gpt-5", tools: [add, twice], store, workspace: "files" })
const session = await agent.open()
console.log((await session.ask("What is 2 + 3?")).text)
console.log((await archiveOf(store).backup("copy.db")).sessions)
await agent.close()
await store.close()
await server[Symbol.asyncDispose]()
`

/** What the application prints: a result of each tool, one of them from a search thread, and a count from a backup thread. */
export const PRINTED = "5 | 4 | needles.txt\n1:a needle\n\n[1 match in 1 file.]\n1\n"

/** A folder in which the application, or a bundle of it, can run. */
export function place(folder: string): string {
  mkdirSync(join(folder, "files"), { recursive: true })
  writeFileSync(join(folder, "files/needles.txt"), "a needle\n")
  return folder
}

/** Writes the application into a project that has the packed packages; the MCP client among them brings zod. */
export function writeApp(project: string): void {
  writeFileSync(join(project, "app.js"), APP)
}

/** The page's code, with all that it imports, for a browser. */
export async function forBrowser(page: string): Promise<string> {
  const built = await rolldown({ input: page, platform: "browser" })
  const { output } = await built.generate({ format: "esm", minify: true })
  await built.close()
  expectOne(output.length)
  return output[0].code
}

function expectOne(files: number): void {
  if (files !== 1) throw new Error(`The page needs ${files} files, and should need one.`)
}

/** Makes a package of one folder visible in another. */
export function link(name: string, from: string, to: string): void {
  const place = join(to, "node_modules", name)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(join(from, "node_modules", name), place)
}

const PLAIN = { bundle: true, platform: "node", format: "esm", logLevel: "silent" } as const

export async function withEsbuild(project: string, options: BuildOptions): Promise<void> {
  await build({ ...PLAIN, absWorkingDir: project, ...options })
}

/** The size of a program, bundled and minified, in bytes. */
export async function minifiedBytes(project: string, program: string): Promise<number> {
  const stdin = { contents: program, resolveDir: project }
  const { outputFiles } = await build({ ...PLAIN, absWorkingDir: project, stdin, minify: true, write: false })
  return outputFiles.reduce((sum, { contents }) => sum + contents.length, 0)
}

/** Entry points for a bundle that works without an installed @pawl/agent: the files that the library starts by their path. */
export function ownEntries(): Record<string, string> {
  const names = Object.keys(OWN_FILES)
  return Object.fromEntries(names.map((name) => [name.replace(".js", ""), `./node_modules/@pawl/agent/dist/${name}`]))
}

/** A build for Node that bundles all packages. */
export function withVite(project: string, outDir: string): { readonly status: number | null; readonly stderr: string } {
  const config = { build: { ssr: "app.js", outDir }, ssr: { noExternal: true }, logLevel: "error" }
  writeFileSync(join(project, "vite.config.js"), `export default ${JSON.stringify(config)}`)
  const { NODE_OPTIONS: _options, NODE_ENV: _mode, VITEST: _test, ...env } = process.env
  const { status, stderr } = spawnSync(process.execPath, [VITE, "build"], { cwd: project, env, encoding: "utf8" })
  return { status, stderr }
}
