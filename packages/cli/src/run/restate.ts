// `--restate`, and "restate" in the configuration: a Restate server decides which worker runs a session, instead of leases in the database.
import { createHash } from "node:crypto"
import type { RestateHost } from "@pawl/restate"
import type { Settings } from "../config/settings.ts"
import { wrongUsage } from "../failure.ts"
import type { Flags } from "../line/parse.ts"

export interface RestateSettings {
  readonly ingress: string
  readonly admin: string
  readonly listen: { readonly port: number; readonly host: string }
  readonly address: string | undefined
  readonly identityKeys: readonly string[]
}

const LISTEN = 9080
const ADMIN_PORT = "9070"

/** Flags win over the user's file. Undefined: this machine's workers agree among themselves. */
export function restateSettings(flags: Flags, { restate }: Pick<Settings, "restate">): RestateSettings | undefined {
  const given = flags.get("restate") ?? restate.ingress
  if (given === undefined) {
    if (!flags.has("restate-listen")) return undefined
    throw wrongUsage("--restate-listen needs a Restate server: add --restate http://127.0.0.1:8080.")
  }
  const ingress = checkedUrl(String(given))
  return {
    ingress,
    admin: restate.admin === undefined ? adminBeside(ingress) : String(restate.admin),
    listen: {
      port: checkedPort(flags.get("restate-listen") ?? restate.listen ?? LISTEN),
      host: String(restate.host ?? "127.0.0.1"),
    },
    address: restate.address === undefined ? undefined : String(restate.address),
    identityKeys: Array.isArray(restate.identityKeys) ? restate.identityKeys.map(String) : [],
  }
}

/** `runs`: whether the process runs sessions itself, or only wakes them. The library is loaded for those who use it. */
export async function restateHostFor(
  { listen, address, ...servers }: RestateSettings,
  { workspace, runs }: { readonly workspace: string; readonly runs: boolean },
): Promise<RestateHost> {
  const { restateHost } = await import("@pawl/restate")
  // When settings change, the next agent listens before the one before it has ended.
  const listening = { listen: { ...listen, reusePort: process.platform === "linux" } }
  return restateHost({
    ...servers,
    service: serviceOf(workspace),
    ...(runs && listening),
    ...(address !== undefined && { address }),
  })
}

/** A session continues in the folder where it began, so workers of other folders must not be given it. */
function serviceOf(workspace: string): string {
  return `session_${createHash("sha256").update(workspace).digest("hex").slice(0, 16)}`
}

function adminBeside(ingress: string): string {
  const url = new URL(ingress)
  url.port = ADMIN_PORT
  return url.origin
}

function checkedUrl(given: string): string {
  if (URL.canParse(given) && /^https?:/.test(given)) return given
  throw wrongUsage(`--restate must be the address of a Restate server, as http://127.0.0.1:8080, but is "${given}".`)
}

function checkedPort(given: unknown): number {
  const port = Number(given)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw wrongUsage(`--restate-listen must be a port from 0 to 65535, but is "${given}". Correct it.`)
}
