// What a tool of an MCP server changes, as a word and a colour.
import type { Operations } from "@pawl/client"
import type { Key } from "../../i18n/words.ts"
import type { Tone } from "../../ui/badge.tsx"

export type McpTool = Operations["servers.list"]["answer"]["servers"][number]["tools"][number]

interface Look {
  readonly tone: Tone
  readonly key: Key
}

const EFFECTS: Readonly<Record<McpTool["effect"], Look>> = {
  read: { tone: "ok", key: "settings.mcpTool_read" },
  idempotent: { tone: "warn", key: "settings.mcpTool_idempotent" },
  once: { tone: "warn", key: "settings.mcpTool_once" },
}
/** The server does not say what its tool does. */
const UNKNOWN: Look = { tone: "quiet", key: "settings.mcpTool_unknown" }
const DESTRUCTIVE: Look = { tone: "bad", key: "settings.mcpTool_destructive" }
const RISKS: Readonly<Record<string, Look>> = { unknown: UNKNOWN, destructive: DESTRUCTIVE }

export function lookOf({ effect, risk = "" }: Pick<McpTool, "effect" | "risk">): Look {
  return RISKS[risk] ?? EFFECTS[effect]
}
