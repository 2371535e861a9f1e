// `pawl mcp logs`: prints a server's stderr, and when it was started and failed.
import { readServerLog } from "@pawl/agent/mcp"
import { isNamed, serversOf } from "../agent/servers.ts"
import { checkedCount } from "../config/check-values.ts"
import { loadSettings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { badInput } from "../failure.ts"
import { files } from "../folders.ts"
import type { Request } from "../line/parse.ts"
import { redactor } from "../redact.ts"
import { named, plain } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { bold } from "../terminal/style.ts"
import { world } from "../world.ts"

export async function serverLogs({ words: [, name], flags }: Request): Promise<number> {
  const settings = await loadSettings(flags)
  const servers = (await serversOf(settings)).filter((server) => name === undefined || isNamed(server, name))
  if (name !== undefined && servers.length === 0)
    throw badInput(`There is no MCP server "${name}". Run "pawl mcp list" to see the servers.`)
  const lines = checkedCount(flags.get("lines"), "--lines") ?? 50
  const clean = redactor(world().env)
  const logs = servers.map(({ name: each, key }) => ({
    name: each,
    lines: (readServerLog(files.mcpLogs(settings.folders), key, lines) ?? []).map((line) => plain(clean(line))),
  }))
  if (flags.has("json")) out.json(logs)
  else out.write(logs.map(textOf).join("\n"))
  return EXIT.done
}

function textOf({ name, lines }: { readonly name: string; readonly lines: readonly string[] }): string {
  const shown = lines.length === 0 ? ["No log yet: the server has not been started."] : lines
  return `${bold(named(name))}\n${shown.map((line) => `${line}\n`).join("")}`
}
