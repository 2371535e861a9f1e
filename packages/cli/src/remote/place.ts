// Which server a command works with, and the token for it. A token never stands in the command line or in a URL, where
// other users and logs would see it.
import { readFileSync, statSync } from "node:fs"
import { badConfig, wrongUsage } from "../failure.ts"
import { type Folders, files } from "../folders.ts"
import type { Flags } from "../line/parse.ts"
import type { Environment } from "../world.ts"

export interface ServerPlace {
  readonly url: string
  readonly token?: string
  /** The workspace of the server that new sessions belong to; the first that the user may use unless given. */
  readonly workspace?: string
}

/** Undefined when the command works on this machine: an empty flag says so whatever the variable says. */
export function serverFrom(flags: Flags, env: Environment, folders: Folders): ServerPlace | undefined {
  const given = flags.get("server") ?? env.PAWL_SERVER
  const workspace = flags.get("workspace")
  if (given === undefined || given === "") {
    if (workspace === undefined) return undefined
    throw wrongUsage("--workspace names a workspace of a server. Add --server URL; on this machine, write --cwd DIR.")
  }
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw wrongUsage(
      `"${given}" is no URL of a server. Write --server https://HOST, or --server http://127.0.0.1:PORT.`,
    )
  if (url.username !== "" || url.password !== "" || url.search !== "")
    throw wrongUsage("The URL of a server holds no token: others would see it. Put the token into PAWL_TOKEN.")
  const token = env.PAWL_TOKEN ?? tokenIn(files.token(folders))
  return {
    url: given,
    ...(token !== undefined && token !== "" && { token }),
    ...(workspace !== undefined && { workspace }),
  }
}

/** Only the owner may read the file: a token opens everything that its user has. */
function tokenIn(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  if ((stats.mode & 0o077) !== 0) throw badConfig(`Others may read the token in "${path}". Run: chmod 600 "${path}"`)
  return readFileSync(path, "utf8").trim()
}
