// Remembers the last session of each workspace, for `-c`. It is only a pointer: the session is in the store.
import { createHash } from "node:crypto"
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Settings } from "../config/settings.ts"
import { files, makeFolders } from "../folders.ts"

type Where = Pick<Settings, "folders" | "workspace" | "server" | "database">

export function readLastSession(where: Where): string | undefined {
  try {
    return readFileSync(pathOf(where), "utf8").trim() || undefined
  } catch {
    return undefined
  }
}

/** Of two processes at once the last one wins, and neither writes an incomplete file. */
export function rememberLastSession(where: Where, session: string): void {
  try {
    makeFolders(files.last(where.folders))
    const path = pathOf(where)
    writeFileSync(`${path}.${process.pid}`, `${session}\n`, { mode: 0o600 })
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    // Only `-c` is affected: the session can still be opened by its id.
  }
}

/** Each server and each database has sessions of its own. */
function pathOf({ folders, workspace, server, database }: Where): string {
  const shared = server?.url ?? database
  const place = shared === undefined ? workspace : `${shared}\n${workspace}`
  return join(files.last(folders), createHash("sha256").update(place).digest("hex").slice(0, 32))
}
