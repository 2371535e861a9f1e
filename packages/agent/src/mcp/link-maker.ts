// Builds the links to servers from the options and their defaults. All links share the caches on disk.
import { defined } from "../base/defined.ts"
import type { MakeLink } from "./all-tools.ts"
import type { McpServer } from "./config.ts"
import { hideSecrets } from "./explain-errors.ts"
import { listCache } from "./list-cache.ts"
import type { McpOptions } from "./mcp-tools.ts"
import { offersCache } from "./offers.ts"
import { RESTARTS } from "./restart-policy.ts"
import { type LinkOptions, ServerLink } from "./server-link.ts"
import { noLog, type ServerLog, serverLog } from "./server-log.ts"
import type { Timing } from "./supervisor.ts"

export function linkMaker(options: McpOptions, clock: Timing): MakeLink {
  const limits = limitsFrom(options)
  const shared = { ...limits, clock, ...diskCaches(options), ...connectOptions(options) }
  return (server, onListed) => new ServerLink(server, { ...shared, log: logOf(server, options.logFolder), onListed })
}

function limitsFrom({
  startTimeoutMs = 30_000,
  callTimeoutMs = 30_000,
  maxCallTimeoutMs = 600_000,
  maxMessageBytes = 64 * 2 ** 20,
  restarts = RESTARTS,
  maxListAgeMs,
  onRestart,
}: McpOptions) {
  const given = defined({ maxListAgeMs, onRestart })
  return { startTimeoutMs, callTimeoutMs, maxCallTimeoutMs, maxMessageBytes, restarts, ...given }
}

function diskCaches({ cacheFolder, readsCache }: McpOptions): Pick<LinkOptions, "cache" | "offers"> {
  const stored = listCache(cacheFolder)
  const cache = readsCache === false ? { ...stored, read: () => undefined } : stored
  return { cache, offers: offersCache(cacheFolder) }
}

/** How servers are reached: over HTTP, with a stored login, and with the folders to announce. */
function connectOptions({ fetch, roots, loginFolder, secrets }: McpOptions) {
  return {
    ...(fetch && { fetch }),
    ...(roots && { roots }),
    ...defined({ loginFolder }),
    ...(secrets && { onSecret: secrets.add }),
  }
}

function logOf(server: McpServer, folder: string | undefined): ServerLog {
  return folder === undefined ? noLog : serverLog(folder, server.key, (text) => hideSecrets(text, server))
}
