// Remembers the session used last in each workspace, for `-c`. A pointer only: what it points to is in the store.
import { createHash } from "node:crypto"
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Settings } from "../config/settings.ts"
import { files, makeFolders } from "../folders.ts"

type Where = Pick<Settings, "folders" | "workspace">

export function readLastSession(where: Where): string | undefined {
  try {
    return readFileSync(pathOf(where), "utf8").trim() || undefined
  } catch {
    return undefined
  }
}

/** Two processes at once: the last one wins, and neither leaves half a file. */
export function rememberLastSession(where: Where, session: string): void {
  try {
    makeFolders(files.last(where.folders))
    const path = pathOf(where)
    writeFileSync(`${path}.${process.pid}`, `${session}\n`, { mode: 0o600 })
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    // Only a convenience is lost: the session has its id and stays in the list.
  }
}

function pathOf({ folders, workspace }: Where): string {
  return join(files.last(folders), createHash("sha256").update(workspace).digest("hex").slice(0, 32))
}
