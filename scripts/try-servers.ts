// Starts real MCP servers from npm through Pawl's own code, lists their tools and makes one call to each. Prints what works
// and what does not, as rows of docs/mcp-servers.md. Not part of the tests, because it needs the current packages of npm.
//
//   mkdir /tmp/servers && cd /tmp/servers && npm install --ignore-scripts SERVER...   (the names in the table below)
//   node --conditions=@pawl/source scripts/try-servers.ts /tmp/servers [name...]
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { systemClock } from "../packages/agent/src/base/system-clock.ts"
import { loadServers, mcpTools } from "../packages/agent/src/mcp.ts"
import { toolbox } from "../packages/agent/src/tools/toolbox.ts"

interface Try {
  readonly package: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** A call, with the server's own tool name. */
  readonly call: readonly [string, Record<string, unknown>]
}

const [, , folder = ".", ...only] = process.argv
const scratch = mkdtempSync(join(tmpdir(), "pawl-try-"))
writeFileSync(join(scratch, "note.txt"), "remember the milk")
writeFileSync(join(scratch, "code.js"), "var a = 1\n")
writeFileSync(join(scratch, "eslint.config.js"), "module.exports = [{ rules: { 'no-var': 'error' } }]\n")
const chromium =
  process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path))

const TRIES: readonly Try[] = [
  { package: "@modelcontextprotocol/server-everything", args: ["stdio"], call: ["echo", { message: "hi" }] },
  {
    package: "@modelcontextprotocol/server-filesystem",
    args: [scratch],
    call: ["read_text_file", { path: join(scratch, "note.txt") }],
  },
  {
    package: "@modelcontextprotocol/server-memory",
    env: { MEMORY_FILE_PATH: join(scratch, "memory.jsonl") },
    call: ["create_entities", { entities: [{ name: "Ada", entityType: "person", observations: ["likes tea"] }] }],
  },
  {
    package: "@modelcontextprotocol/server-sequential-thinking",
    call: ["sequentialthinking", { thought: "One", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }],
  },
  {
    package: "@playwright/mcp",
    env: { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? "" },
    args: [
      "--headless",
      "--isolated",
      "--no-sandbox",
      "--allow-unrestricted-file-access",
      ...(chromium === undefined ? [] : ["--executable-path", chromium]),
    ],
    call: ["browser_navigate", { url: `data:text/html,<title>A page</title><h1>Hello</h1>` }],
  },
  {
    package: "mcp-server-sqlite-npx",
    args: [join(scratch, "data.db")],
    call: ["create_table", { query: "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)" }],
  },
  { package: "@upstash/context7-mcp", call: ["resolve-library-id", { query: "react", libraryName: "react" }] },
  { package: "@notionhq/notion-mcp-server", call: ["API-get-self", {}] },
  { package: "mcp-server-kubernetes", call: ["kubectl_context", { operation: "list" }] },
  {
    package: "@modelcontextprotocol/server-github",
    call: ["search_repositories", { query: "pawl" }],
  },
  { package: "@modelcontextprotocol/server-pdf", args: ["--stdio"], call: ["list_pdfs", {}] },
  { package: "mcp-server-commands", call: ["run_command", { command: "echo hi" }] },
  { package: "tavily-mcp", env: { TAVILY_API_KEY: "tvly-none" }, call: ["tavily_search", { query: "pawl" }] },
  {
    package: "firecrawl-mcp",
    env: { FIRECRAWL_API_KEY: "fc-none" },
    call: ["firecrawl_scrape", { url: "https://example.com" }],
  },
  { package: "@modelcontextprotocol/server-map", args: ["--stdio"], call: ["show-map", {}] },
  {
    package: "@eslint/mcp",
    call: ["lint-files", { filePaths: [join(scratch, "code.js")] }],
  },
  {
    package: "chrome-devtools-mcp",
    args: [
      "--headless",
      "--isolated",
      "--chromeArg=--no-sandbox",
      ...(chromium === undefined ? [] : ["--executablePath", chromium]),
    ],
    env: { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? "" },
    call: ["list_pages", {}],
  },
  { package: "@modelcontextprotocol/server-system-monitor", args: ["--stdio"], call: ["get-system-info", {}] },
  { package: "mcp-sqlite", args: [join(scratch, "data.db")], call: ["query", { sql: "SELECT 1 + 1 AS two" }] },
  {
    package: "@modelcontextprotocol/server-scenario-modeler",
    args: ["--stdio"],
    call: ["get-scenario-data", {}],
  },
  { package: "@sentry/mcp-server", args: ["--access-token=none"], call: ["find_organizations", {}] },
  {
    package: "figma-developer-mcp",
    args: ["--stdio", "--figma-api-key=none"],
    call: ["get_figma_data", { fileKey: "abc" }],
  },
]

for (const each of TRIES.filter((row) => only.length === 0 || only.includes(row.package))) await look(each)
process.exit(0)

async function look({ package: name, args = [], env = {}, call: [tool, input] }: Try): Promise<void> {
  const home = join(folder, "node_modules", name)
  const { version, bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"))
  const script = join(home, String(typeof bin === "string" ? bin : Object.values(bin)[0]))
  const entry = { command: process.execPath, args: [script, ...args], env, cwd: scratch }
  const source = mcpTools(loadServers({ mcpServers: { it: entry } }), { startTimeoutMs: 20_000 })
  const began = performance.now()
  const status = await source.probe("it")
  const ms = Math.round(performance.now() - began)
  if (status?.error !== undefined) say(name, version, "does not start", status.error.slice(0, 300))
  else {
    const box = toolbox([source], { clock: systemClock, approve: "auto" })
    const prepared = await box.prepare({ id: "c", name: `it__${tool}`, arguments: input as never })
    const names = { effectKey: "s:c", call: "c", session: "s", trace: "t" }
    const signal = new AbortController().signal
    const result =
      prepared.kind === "immediate"
        ? prepared.result
        : await box.run(prepared, { signal, ...names, onOutput: () => {}, readResult: async () => undefined })
    const words = result.content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join(" ")
    const tools = source.tools().filter(({ origin }) => origin !== undefined).length
    const about = `${tools} tools, protocol ${status?.about?.protocol}, ${status?.about?.offers.join(" ")}, ${ms} ms`
    say(name, version, about, `${tool}: ${result.outcome}: ${words.replace(/\s+/g, " ").slice(0, 200)}`)
  }
  await source.close()
}

function say(...cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(" | ")} |\n`)
}
