// Who may import whom. npm links workspaces silently, so nothing else would notice a breach. The table is in ARCHITECTURE.md.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path/posix"
import { describe, expect, it } from "vitest"

const LEAF = ["contracts", "base", "secrets", "tokens"]
const CORE = [...LEAF, "kernel", "context"]

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: ["contracts"],
  contracts: ["base"],
  secrets: ["contracts", "base"],
  tokens: ["contracts"],
  kernel: [...LEAF, "context", "features"],
  context: [...LEAF, "kernel", "features/compaction"],
  features: [...CORE, "features", "session", "tools", "workspace", "model/wire", "replay", "model/strict"],
  model: LEAF,
  tools: [...LEAF, "features/undo", "mcp/names"],
  workspace: [...LEAF, "features/approval", "processes", "tools"],
  mcp: [...LEAF, "processes", "tools"],
  plugins: [...LEAF, "mcp", "tools"],
  processes: [],
  "tool-search": [...LEAF, "tools"],
  store: [...LEAF, "kernel"],
  events: [...LEAF, "kernel", "features/plans"],
  observe: [...LEAF, "kernel"],
  session: [...LEAF, "kernel", "features/finish", "features/transfer", "features/undo"],
  profiles: [...CORE, "features", "model/dialects"],
  replay: [...CORE, "features", "profiles"],
  testing: [...LEAF, "kernel", "model/scripted", "model/strict", "model/wire", "store/memory"],
}

/** Code that decides and does nothing: it gets all it needs as arguments, so it needs no module from outside either. */
const PURE = ["contracts/", "tokens/", "kernel/state/", "kernel/rules/", "features/plans/rules/"]

const PUBLIC = [
  "@pawl/agent",
  "@pawl/agent/mcp",
  "@pawl/agent/plugins",
  "@pawl/agent/observe",
  "@pawl/agent/otel",
  "@pawl/agent/profiles",
  "@pawl/agent/providers",
  "@pawl/agent/replay",
  "@pawl/agent/sessions",
  "@pawl/agent/testing",
]
const IS_TEST = /\.test\.ts$|\/__fixtures__\/|\/conformance(\/|[^/]*\.ts$)/
// Not right after a quote: there it is a word in a list.
const IMPORT = /(?<!["'\w])(?:from|import|require)\s*\(?\s*["']([^"'\n]+)["']/g

/** `file` is relative to packages/: "agent/src/kernel/run.ts". */
function breachesOf(file: string, source: string): readonly string[] {
  const specifiers = [...source.matchAll(IMPORT)].map(([, specifier = ""]) => specifier)
  return specifiers.filter((specifier) => !mayImport(file, specifier)).map((specifier) => `${file} -> ${specifier}`)
}

function mayImport(file: string, specifier: string): boolean {
  const [name = ""] = file.split("/")
  const root = `${name}/src/`
  if (/^(@pawl|pawl)(\/|$)/.test(specifier)) return name !== "agent" && PUBLIC.includes(specifier)
  const inside = file.slice(root.length)
  const isExempt = name !== "agent" || IS_TEST.test(file)
  if (!specifier.startsWith(".")) return isExempt || !PURE.some((folder) => inside.startsWith(folder))
  const target = join(file, "..", specifier)
  if (!target.startsWith(root)) return false
  return isExempt || isAllowed(inside, target.slice(root.length).replace(/\.ts$/, ""))
}

function isAllowed(from: string, to: string): boolean {
  // The composition root and the public lists know every folder.
  if (from.startsWith("agent/") || !from.includes("/")) return true
  const [folder = ""] = from.split("/")
  return [folder, ...(MAY_IMPORT[folder] ?? [])].some((allowed) => to === allowed || to.startsWith(`${allowed}/`))
}

describe("boundaries", () => {
  it("are kept by every file of every package", () => {
    const packages = new URL("../packages/", import.meta.url)
    const files = (readdirSync(packages, { recursive: true }) as string[])
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => /^[^/]+\/src\/.*\.ts$/.test(file))
    expect(files.length).toBeGreaterThan(50)
    expect(files.flatMap((file) => breachesOf(file, readFileSync(new URL(file, packages), "utf8")))).toEqual([])
  })

  it.each([
    ["agent/src/contracts/fact.ts", 'import type { State } from "../kernel/state/state.ts"'],
    ["agent/src/contracts/fact.ts", 'import { readFileSync } from "node:fs"'],
    ["agent/src/store/memory.ts", 'export { Hub } from "../events/hub.ts"'],
    ["agent/src/kernel/run.ts", 'const { memory } = await import("../store/memory.ts")'],
    ["agent/src/kernel/run.ts", 'type Store = import("../store/memory.ts").Store'],
    ["agent/src/kernel/rules/steps.ts", 'import { performance } from "node:perf_hooks"'],
    ["agent/src/profiles/default.ts", 'import { toolbox } from "../tools/toolbox.ts"'],
    ["agent/src/testing/index.ts", 'import "../agent/create-agent.ts"'],
    ["agent/src/novelty/new.ts", 'import { text } from "../contracts/content.ts"'],
    ["agent/src/agent/create-agent.ts", 'import { main } from "pawl"'],
    ["agent/src/kernel/run.test.ts", 'import { main } from "../../../cli/src/main.ts"'],
    ["cli/src/main.ts", 'import { Hub } from "@pawl/agent/src/events/hub.ts"'],
    ["cli/src/main.test.ts", 'import { Hub } from "../../agent/src/events/hub.ts"'],
  ])("catch a breach planted in %s: %s", (file, source) => {
    expect(breachesOf(file, source)).toHaveLength(1)
  })

  it.each([
    ["agent/src/kernel/run.ts", 'import { apply } from "./state/apply.ts"'],
    ["agent/src/kernel/run.test.ts", 'import { memory } from "../store/memory.ts"'],
    ["agent/src/index.ts", 'export { memory } from "./store/memory.ts"'],
    ["agent/src/testing/index.ts", 'export { scripted } from "../model/scripted.ts"'],
    ["cli/src/main.ts", 'import { scripted } from "@pawl/agent/testing"'],
  ])("let through what the table allows in %s: %s", (file, source) => {
    expect(breachesOf(file, source)).toEqual([])
  })
})
