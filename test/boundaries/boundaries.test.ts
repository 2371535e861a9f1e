// Which folder may import which. npm links workspaces silently, so nothing else would notice a breach.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path/posix"
import { describe, expect, it } from "vitest"
import { FOLDERS, markdownTable, PUBLIC, PURE, TYPES_OF } from "./table.ts"

const IS_TEST = /\.test\.ts$|\/__fixtures__\/|\/conformance(\/|[^/]*\.ts$)/
// Not directly after a quote or a dot: there it is a word in a list of strings, or a name.
const IMPORT = /(?<!["'\w.])(?:from|import|require)\s*\(?\s*["']([^"'\n]+)["']/g
/** An import that is erased at run time. `import { type A }` is not one: it still loads the module. */
const TYPE_ONLY =
  /(?:^|\n)(?:import|export) type (?:\{[^}]*\}|\*(?: as \w+)?) from ["']([^"'\n]+)["']|= import\(["']([^"'\n]+)["']\)/g

/** `file` is relative to packages/: "agent/src/kernel/run.ts". */
function breachesOf(file: string, text: string): readonly string[] {
  // Ignore the imports of examples in doc comments.
  const source = text.replaceAll(/^ *\* .*$/gm, "")
  const types = specifiersIn(source, TYPE_ONLY)
  const loaded = specifiersIn(source.replaceAll(TYPE_ONLY, ""), IMPORT)
  return [
    ...loaded.filter((specifier) => !mayImport(file, specifier, false)),
    ...types.filter((specifier) => !mayImport(file, specifier, true)),
  ].map((specifier) => `${file} -> ${specifier}`)
}

function specifiersIn(source: string, pattern: RegExp): readonly string[] {
  return [...source.matchAll(pattern)].map(([, first, second]) => first ?? second ?? "")
}

function mayImport(file: string, specifier: string, isType: boolean): boolean {
  const [name = ""] = file.split("/")
  const root = `${name}/src/`
  if (/^(@pawl|pawl)(\/|$)/.test(specifier)) return mayImportPackage(file, specifier)
  // It runs in browsers, without a dependency.
  if (name === "client" && !specifier.startsWith(".")) return IS_TEST.test(file)
  const inside = file.slice(root.length)
  const isExempt = name !== "agent" || IS_TEST.test(file)
  if (!specifier.startsWith(".")) return isExempt || !PURE.some((folder) => inside.startsWith(folder))
  const target = join(file, "..", specifier)
  if (isSuiteOfStores(file, target)) return true
  if (!target.startsWith(root)) return false
  return isExempt || isAllowed(inside, target.slice(root.length).replace(/\.ts$/, ""), isType)
}

/** The suite that every store passes is part of no package, so the tests of a store in another package reach it by its path. */
function isSuiteOfStores(file: string, target: string): boolean {
  return file.startsWith("postgres/") && IS_TEST.test(file) && target.startsWith("agent/src/store/conformance")
}

/** The agent and the client stand alone; server, stores and hosts know the agent, the web app the client; the command line knows all. */
function mayImportPackage(file: string, specifier: string): boolean {
  const [name = ""] = file.split("/")
  if (!PUBLIC.includes(specifier) || name === "agent") return false
  if (IS_TEST.test(file) || name === "cli") return true
  if (name === "web") return specifier === "@pawl/client"
  return ["server", "postgres", "restate"].includes(name) && specifier.startsWith("@pawl/agent")
}

function isAllowed(from: string, to: string, isType: boolean): boolean {
  const [name = ""] = from.split("/")
  // The composition root and the public lists know every folder.
  if (name === "agent" || !from.includes("/")) return true
  const folder = FOLDERS.find((each) => each.name === name)
  const allowed = [name, ...(folder?.imports ?? []), ...(isType && folder !== undefined ? TYPES_OF : [])]
  return allowed.some((path) => to === path || to.startsWith(`${path}/`))
}

describe("import boundaries", () => {
  it("hold for every file of every package", () => {
    const packages = new URL("../../packages/", import.meta.url)
    const files = (readdirSync(packages, { recursive: true }) as string[])
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => /^[^/]+\/src\/.*\.tsx?$/.test(file))
    expect(files.length).toBeGreaterThan(50)
    expect(files.flatMap((file) => breachesOf(file, readFileSync(new URL(file, packages), "utf8")))).toEqual([])
  })

  it.each([
    ["agent/src/contracts/fact.ts", 'import { isRunning } from "../kernel/state/state.ts"'],
    ["agent/src/contracts/fact.ts", 'import type { Session } from "../session/handle.ts"'],
    ["agent/src/contracts/fact.ts", 'import { readFileSync } from "node:fs"'],
    ["agent/src/store/memory.ts", 'export { Hub } from "../events/hub.ts"'],
    ["agent/src/kernel/run.ts", 'const { memory } = await import("../store/memory.ts")'],
    ["agent/src/kernel/run.ts", 'type Store = import("../store/memory.ts").Store'],
    ["agent/src/kernel/rules/run-tools.ts", 'import { performance } from "node:perf_hooks"'],
    ["agent/src/profiles/default.ts", 'import { toolbox } from "../tools/toolbox.ts"'],
    ["agent/src/testing/index.ts", 'import "../agent/create-agent.ts"'],
    ["agent/src/novelty/new.ts", 'import { text } from "../contracts/content.ts"'],
    ["agent/src/agent/create-agent.ts", 'import { main } from "pawl"'],
    ["agent/src/kernel/run.test.ts", 'import { main } from "../../../cli/src/main.ts"'],
    ["cli/src/main.ts", 'import { Hub } from "@pawl/agent/src/events/hub.ts"'],
    ["client/src/client.ts", 'import { createAgent } from "@pawl/agent"'],
    ["client/src/client.ts", 'import { randomBytes } from "node:crypto"'],
    ["server/src/app.ts", 'import { connect } from "@pawl/client"'],
    ["server/src/app.ts", 'import { folder } from "@pawl/web"'],
    ["server/src/app.ts", 'import { restateHost } from "@pawl/restate"'],
    ["restate/src/runs.ts", 'import { createServer } from "@pawl/server"'],
    ["web/src/main.tsx", 'import { createAgent } from "@pawl/agent"'],
    ["server/src/app.ts", 'import { postgres } from "@pawl/postgres"'],
    ["postgres/src/postgres.ts", 'import { createServer } from "@pawl/server"'],
    ["postgres/src/postgres.ts", 'import { storeConformance } from "../../agent/src/store/conformance.ts"'],
    ["postgres/src/postgres.test.ts", 'import { memory } from "../../agent/src/store/memory.ts"'],
    ["cli/src/main.test.ts", 'import { Hub } from "../../agent/src/events/hub.ts"'],
  ])("catch a breach planted in %s: %s", (file, source) => {
    expect(breachesOf(file, source)).toHaveLength(1)
  })

  it("ignore examples in comments", () => {
    const example = '/**\n * @example\n * import { tool } from "@pawl/agent"\n */\n'
    expect(breachesOf("agent/src/tools/tool.ts", example)).toEqual([])
    expect(breachesOf("agent/src/tools/tool.ts", `${example}import { tool } from "@pawl/agent"`)).toHaveLength(1)
  })

  it("are the table in ARCHITECTURE.md", () => {
    const page = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8")
    expect(page.includes(markdownTable()), "Run `npm run boundaries`.").toBe(true)
  })

  it.each([
    ["agent/src/kernel/run.ts", 'import type { Plan } from "../features/plans/plan.ts"'],
    ["agent/src/kernel/run.ts", 'import { apply } from "./state/apply.ts"'],
    ["agent/src/kernel/run.test.ts", 'import { memory } from "../store/memory.ts"'],
    ["agent/src/index.ts", 'export { memory } from "./store/memory.ts"'],
    ["agent/src/testing/index.ts", 'export { scripted } from "../model/scripted.ts"'],
    ["cli/src/main.ts", 'import { scripted } from "@pawl/agent/testing"'],
    ["cli/src/agent/agent.ts", 'const { postgres } = await import("@pawl/postgres")'],
    ["postgres/src/log.ts", 'import { parseFact } from "@pawl/agent/store"'],
    ["postgres/src/postgres.test.ts", 'import { storeConformance } from "../../agent/src/store/conformance.ts"'],
  ])("allow what the table allows in %s: %s", (file, source) => {
    expect(breachesOf(file, source)).toEqual([])
  })
})
