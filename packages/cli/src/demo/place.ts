// The demo's temporary folder: seven screenshots to rename, and beside them the log's database.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SCREENSHOTS } from "./ocr-server.ts"

export interface Place {
  readonly root: string
  /** Where the screenshots are: the agent's workspace. */
  readonly files: string
  readonly database: string
}

export function createPlace(): Place {
  const place = placeAt(mkdtempSync(join(tmpdir(), "pawl-demo-")))
  mkdirSync(place.files)
  for (const name of readdirSync(SCREENSHOTS)) copyFileSync(join(SCREENSHOTS, name), join(place.files, name))
  return place
}

export function placeAt(root: string): Place {
  return { root, files: join(root, "screenshots"), database: join(root, "pawl.db") }
}

export function removePlace(place: Place): void {
  rmSync(place.root, { recursive: true, force: true, maxRetries: 5 })
}
