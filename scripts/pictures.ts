// npm run pictures: draws the pictures of the documents into docs/pictures. The suite fails when they are out of date.
import { mkdirSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { takeOver } from "./pictures/take-over.ts"
import { theLine } from "./pictures/the-line.ts"
import { theLog } from "./pictures/the-log.ts"

export const PICTURES: Readonly<Record<string, () => string>> = {
  "the-line.svg": theLine,
  "the-log.svg": theLog,
  "take-over.svg": takeOver,
}

if (import.meta.main) {
  const folder = new URL("../docs/pictures/", import.meta.url)
  mkdirSync(fileURLToPath(folder), { recursive: true })
  for (const [name, draw] of Object.entries(PICTURES)) writeFileSync(new URL(name, folder), draw())
}
