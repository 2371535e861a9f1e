// Who may import whom. npm links workspaces silently, so nothing else would notice a breach. The table is in ARCHITECTURE.md.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path/posix"
import { describe, expect, it } from "vitest"

const LEAF = ["contracts", "state"]

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  state: ["contracts"],
  finish: [...LEAF, "context/compaction/open-items", "context/prompt/said-in-turn"],
  files: [],
  context: [...LEAF, "files"],
  model: LEAF,
  tools: [...LEAF, "files"],
  store: LEAF,
  events: LEAF,
  observe: LEAF,
  loop: [...LEAF, "finish", "context"],
  orchestrator: [...LEAF, "loop/rule", "loop/rules/steps", "loop/model-health", "context"],
  session: [...LEAF, "loop"],
  profiles: ["contracts", "loop/rule", "loop/rules", "finish", "context", "orchestrator", "model/dialects"],
  replay: [...LEAF, "finish", "loop", "profiles", "orchestrator", "context/fitting", "context/prompt/turn-front"],
  testing: [...LEAF, "model/scripted", "model/wire", "store/memory"],
}

/** Code that decides and does nothing: it gets all it needs as arguments, so it needs no module from outside either. */
const PURE = ["contracts/", "state/", "finish/", "loop/rules/", "orchestrator/rules/"]

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

/** `file` is relative to packages/: "agent/src/loop/run.ts". */
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
  // The composition root and the public list know every folder.
  if (
    [
      "create-agent.ts",
      "agent-behaviour.ts",
      "agent-context.ts",
      "agent-finding.ts",
      "agent-options.ts",
      "agent-orchestra.ts",
      "agent-own.ts",
      "agent-parts.ts",
      "agent-plugins.ts",
      "fork-session.ts",
      "import-session.ts",
      "index.ts",
      "mcp.ts",
      "plugins.ts",
      "observe.ts",
      "otel.ts",
      "replay.ts",
      "sessions.ts",
    ].includes(from)
  )
    return true
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
    ["agent/src/contracts/fact.ts", 'import type { State } from "../state/state.ts"'],
    ["agent/src/contracts/fact.ts", 'import { readFileSync } from "node:fs"'],
    ["agent/src/store/memory.ts", 'export { Hub } from "../events/hub.ts"'],
    ["agent/src/loop/run.ts", 'const { memory } = await import("../store/memory.ts")'],
    ["agent/src/loop/run.ts", 'type Store = import("../store/memory.ts").Store'],
    ["agent/src/loop/rules/steps.ts", 'import { performance } from "node:perf_hooks"'],
    ["agent/src/profiles/default.ts", 'import { Run } from "../loop/run.ts"'],
    ["agent/src/testing/index.ts", 'import "../create-agent.ts"'],
    ["agent/src/novelty/new.ts", 'import { text } from "../contracts/content.ts"'],
    ["agent/src/create-agent.ts", 'import { main } from "pawl"'],
    ["agent/src/loop/run.test.ts", 'import { main } from "../../../cli/src/main.ts"'],
    ["cli/src/main.ts", 'import { Hub } from "@pawl/agent/src/events/hub.ts"'],
    ["cli/src/main.test.ts", 'import { Hub } from "../../agent/src/events/hub.ts"'],
  ])("catch a breach planted in %s: %s", (file, source) => {
    expect(breachesOf(file, source)).toHaveLength(1)
  })

  it.each([
    ["agent/src/loop/run.ts", 'import { apply } from "../state/apply.ts"'],
    ["agent/src/loop/run.test.ts", 'import { memory } from "../store/memory.ts"'],
    ["agent/src/index.ts", 'export { memory } from "./store/memory.ts"'],
    ["agent/src/testing/index.ts", 'export { scripted } from "../model/scripted.ts"'],
    ["cli/src/main.ts", 'import { scripted } from "@pawl/agent/testing"'],
  ])("let through what the table allows in %s: %s", (file, source) => {
    expect(breachesOf(file, source)).toEqual([])
  })
})
