// The state of an MCP server as a word and a colour.
import type { Operations } from "@pawl/client"
import type { Key } from "../../i18n/words.ts"
import type { Tone } from "../../ui/badge.tsx"

type Status = Operations["servers.list"]["answer"]["servers"][number]["status"]

interface Look {
  readonly tone: Tone
  readonly key: Key
}

const STATES: Readonly<Record<string, Look>> = {
  ready: { tone: "ok", key: "settings.mcp_ready" },
  standby: { tone: "quiet", key: "settings.mcp_standby" },
  starting: { tone: "info", key: "settings.mcp_starting" },
  restarting: { tone: "warn", key: "settings.mcp_restarting" },
  "half-open": { tone: "warn", key: "settings.mcp_halfOpen" },
  failed: { tone: "bad", key: "settings.mcp_failed" },
  stopped: { tone: "quiet", key: "settings.mcp_stopped" },
  misconfigured: { tone: "bad", key: "settings.mcp_misconfigured" },
}
const UNKNOWN: Look = { tone: "quiet", key: "settings.mcp_unknown" }
const LOGIN: Look = { tone: "warn", key: "settings.mcp_login" }

export function stateOf(status: Status): Look {
  if (status?.loginNeeded === true) return LOGIN
  return STATES[status?.state ?? ""] ?? UNKNOWN
}
