// The demo's temporary folder: seven files to rename, the log's database, and a list of effects that the log knows nothing of.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const TITLES = [
  "Invoice for the bicycle",
  "Train tickets to Lisbon",
  "Recipe for lentil soup",
  "Plan of the garden",
  "Notes on the lecture",
  "Warranty of the kettle",
  "Map of the old town",
]

export interface Place {
  readonly root: string
  /** Where the screenshots are. */
  readonly files: string
  readonly database: string
  /** One line for each rename that took place, written by the tool itself. */
  readonly effects: string
}

export function createPlace(): Place {
  const place = placeAt(mkdtempSync(join(tmpdir(), "pawl-demo-")))
  mkdirSync(place.files)
  TITLES.forEach((title, index) => {
    writeFileSync(join(place.files, `Screenshot ${index + 1}.txt`), `${title}\n\nText of the screenshot.\n`)
  })
  return place
}

export function placeAt(root: string): Place {
  return { root, files: join(root, "files"), database: join(root, "pawl.db"), effects: join(root, "effects.txt") }
}

export function removePlace(place: Place): void {
  rmSync(place.root, { recursive: true, force: true, maxRetries: 5 })
}

export function listFiles(place: Place): readonly string[] {
  return readdirSync(place.files).sort()
}

/** The first line of a file. */
export function titleOf(place: Place, file: string): string {
  return readFileSync(join(place.files, file), "utf8").split("\n", 1)[0] ?? ""
}

export function noteEffect(place: Place, from: string, to: string): void {
  appendFileSync(place.effects, `${JSON.stringify({ from, to })}\n`)
}

export function readEffects(place: Place): readonly { readonly from: string; readonly to: string }[] {
  if (!existsSync(place.effects)) return []
  const lines = readFileSync(place.effects, "utf8").trimEnd().split("\n")
  return lines.map((line) => JSON.parse(line) as { from: string; to: string }) // Our own line, written whole.
}
