// `pawl permissions --server`: lists and revokes what the user granted for all sessions on a server.
import type { Grant } from "@pawl/agent"
import { EXIT } from "../exit-codes.ts"
import { foldersFrom } from "../folders.ts"
import type { Request } from "../line/parse.ts"
import { listText, noPermission, numberIn, revokedText } from "../permissions/command.ts"
import { out } from "../terminal/screen.ts"
import { world } from "../world.ts"
import { connected } from "./connection.ts"
import { serverFrom } from "./place.ts"
import { onlyHere } from "./refused.ts"

/** `words`: those that work with a server. Called where one is named. */
export async function permissionsOnServer({ words: [what = "list", ...rest], flags }: Request): Promise<number> {
  const { env } = world()
  const server = serverFrom(flags, env, foldersFrom(env))
  if (server === undefined) throw onlyHere("pawl permissions")
  const client = connected(server)
  try {
    const rows = await client.grants()
    // Stored by the server as the library made them.
    const grants = rows.map(({ grant }) => grant as unknown as Grant)
    if (what !== "revoke") {
      if (flags.has("json")) out.json(grants)
      else out.write(listText(grants))
      return EXIT.done
    }
    const place = numberIn(rest)
    const [row, grant] = [rows[place - 1], grants[place - 1]]
    if (row === undefined || grant === undefined) throw noPermission(place)
    await client.revokeGrant(row.id)
    out.write(revokedText(grant))
    return EXIT.done
  } finally {
    await client.close()
  }
}
