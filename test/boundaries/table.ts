// Which folder of packages/agent/src may import which. boundaries.test.ts checks every import against these rules, and
// `npm run boundaries` writes them into ARCHITECTURE.md.

export interface Folder {
  readonly name: string
  /** What the folder holds, in one line. */
  readonly holds: string
  /** Folders or files that it may load. A folder may always load itself. */
  readonly imports: readonly string[]
}

const LEAF = ["contracts", "base", "secrets", "tokens"]
const KERNEL = [...LEAF, "kernel", "registry"]

/** Types cost nothing at run time, so every folder may import the types of these. */
export const TYPES_OF: readonly string[] = ["contracts", "kernel", "registry", "features", "observe/log-record"]

export const FOLDERS: readonly Folder[] = [
  { name: "contracts", holds: "the vocabulary and the ports", imports: ["base"] },
  { name: "base", holds: "small helpers that know nothing of agents; the table of what can go wrong", imports: [] },
  { name: "secrets", holds: "known secrets, redaction, what an error may say", imports: ["contracts", "base"] },
  { name: "tokens", holds: "how many tokens a text weighs, estimated", imports: ["contracts", "base"] },
  {
    name: "outside",
    holds: "what stays outside of a bundle: the files of threads, and packages that cannot be bundled",
    imports: ["contracts"],
  },
  { name: "text", holds: "words as people write them: folding, stems, stop words", imports: [] },
  {
    name: "kernel",
    holds: "facts to state, state to steps, steps to facts: definitions, fold, rules, performers, the run",
    imports: [...KERNEL, "context"],
  },
  {
    name: "registry",
    holds: "the rows: which facts, slices of state, steps and commands there are",
    imports: [...LEAF, "kernel", "features"],
  },
  {
    name: "features",
    holds: "what people add and remove, each with its facts, slice of state, rules, performers and tools",
    imports: [
      ...KERNEL,
      "text",
      "outside",
      "context",
      "session",
      "tools",
      "workspace",
      "model/wire",
      "model/strict",
      "model/dialects/reading",
      "replay",
    ],
  },
  {
    name: "context",
    holds: "state to model request: prompt, budget, providers",
    imports: [...KERNEL, "features/compaction"],
  },
  {
    name: "model",
    holds: "wire formats, dialects, providers by name, attachments, embedders",
    imports: [...LEAF, "outside"],
  },
  {
    name: "tools",
    holds: "a tool's definition, the toolbox, repair, schemas, limits",
    imports: [...LEAF, "outside", "features/undo", "mcp/names"],
  },
  {
    name: "workspace",
    holds: "the built-in tools: files, search, commands, fetch",
    imports: [...LEAF, "outside", "tools", "processes", "features/approval"],
  },
  {
    name: "mcp",
    holds: "MCP servers as tools: supervision, OAuth, requests",
    imports: [...LEAF, "tools", "processes"],
  },
  { name: "plugins", holds: "plugins: loading, settings, availability", imports: [...LEAF, "tools", "mcp"] },
  { name: "tool-search", holds: "finding tools by words", imports: [...LEAF, "text", "tools"] },
  { name: "processes", holds: "process groups, and a reaper for when Pawl is killed", imports: ["outside"] },
  { name: "store", holds: "memory, SQLite, the conformance suite", imports: [...KERNEL, "text", "outside"] },
  { name: "events", holds: "facts and text to subscribers", imports: KERNEL },
  { name: "session", holds: "lease, log, drive, host, handle", imports: [...KERNEL, "features"] },
  { name: "observe", holds: "facts to log records, statistics, spans; who is told of them", imports: KERNEL },
  {
    name: "profiles",
    holds: "ordered rules and limits",
    imports: [...KERNEL, "context", "features", "model/dialects"],
  },
  {
    name: "replay",
    holds: "a recorded log against the rules",
    imports: [...KERNEL, "context", "features", "profiles"],
  },
  {
    name: "testing",
    holds: "what tests use, `@pawl/agent/testing`",
    imports: [...KERNEL, "outside", "model", "store/memory"],
  },
  { name: "agent", holds: "the composition root", imports: ["everything"] },
]

/** Code that decides but has no effects. It gets everything as arguments, so it imports no package and no Node module. */
export const PURE: readonly string[] = [
  "contracts/",
  "tokens/",
  "kernel/facts/",
  "kernel/state/",
  "kernel/rules/",
  "features/plans/rules/",
]

export const PUBLIC: readonly string[] = [
  "@pawl/agent",
  "@pawl/agent/host",
  "@pawl/agent/mcp",
  "@pawl/agent/plugins",
  "@pawl/agent/observe",
  "@pawl/agent/otel",
  "@pawl/agent/profiles",
  "@pawl/agent/providers",
  "@pawl/agent/replay",
  "@pawl/agent/sessions",
  "@pawl/agent/store",
  "@pawl/agent/testing",
  "@pawl/agent/types",
  "@pawl/server/access",
  "@pawl/client",
  "@pawl/postgres",
  "@pawl/restate",
  "@pawl/server",
  "@pawl/web",
]

export const BEGIN = "<!-- made by `npm run boundaries` from test/boundaries/table.ts -->"
export const END = "<!-- end -->"

/** The table as ARCHITECTURE.md shows it. */
export function markdownTable(): string {
  const rows = FOLDERS.map(
    ({ name, holds, imports }) => `| ${name} | ${holds} | ${imports.map(named).join(", ") || "nothing"} |`,
  )
  return [BEGIN, "", "| folder | holds | may load |", "|---|---|---|", ...rows, "", END].join("\n")
}

function named(path: string): string {
  return path.includes("/") ? `\`${path}\`` : path
}
