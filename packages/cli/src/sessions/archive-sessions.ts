// `pawl sessions backup`, `vacuum` and `import`: copies the database, returns unused space, and imports exported sessions.
import { createReadStream, statSync } from "node:fs"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { archiveOf } from "@pawl/agent/sessions"
import { badInput, wrongUsage } from "../failure.ts"
import { importSession } from "../remote/operations.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { yellow } from "../terminal/style.ts"
import { fromHere, world } from "../world.ts"
import type { Work } from "./sessions.ts"

export async function backupSessions({ store, words, flags }: Work): Promise<number> {
  const file = oneFile(words, "Back up to where?", "pawl sessions backup FILE")
  const report = await archiveOf(store).backup(fromHere(file))
  const { sessions, facts, blobs, bytes } = report
  if (flags.has("json")) out.json(report)
  else
    out.line(
      `Wrote ${named(report.file)}: ${sessions} sessions, ${facts} facts, ${blobs} blobs, ${sizeText(bytes)}. The copy was read again and is intact.`,
    )
  return 0
}

export async function vacuumSessions({ store, flags }: Work): Promise<number> {
  const report = await archiveOf(store).vacuum()
  const freed = Math.max(0, report.bytesBefore - report.bytesAfter)
  if (flags.has("json")) out.json({ ...report, freed })
  else
    out.line(
      `Freed ${sizeText(freed)}: the database had ${sizeText(report.bytesBefore)} and has ${sizeText(report.bytesAfter)} now.`,
    )
  return 0
}

export async function importSessions({ store, words, flags }: Work): Promise<number> {
  const file = oneFile(words, "Import what?", "pawl sessions import FILE")
  const input = exportIn(file)
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  const imported = await importSession(store, lines).finally(() => closed(input))
  if (flags.has("json")) {
    out.json(imported)
    return 0
  }
  const { id, was, facts, blobs, missing } = imported
  const renamed = was === undefined ? "" : `, because there is a session ${was} already`
  out.line(`Imported ${named(id)}${named(renamed)}: ${facts} facts, ${blobs} blobs.`)
  if (missing.length > 0)
    out.line(yellow(`${missing.length} blobs were missing when it was exported, and are missing here.`))
  return 0
}

/** `-`: stdin. Pipes and devices are read like files. */
function exportIn(file: string): Readable {
  if (file === "-") return world().stdin
  const stats = statSync(fromHere(file), { throwIfNoEntry: false })
  const advice = 'Give a file that "pawl sessions export" wrote, or "-" for stdin.'
  if (stats === undefined) throw badInput(`There is no file "${file}". ${advice}`)
  if (stats.isDirectory()) throw badInput(`"${file}" is a folder. ${advice}`)
  return createReadStream(fromHere(file), "utf8")
}

/** An export that is refused in its middle is not read to its end. */
async function closed(input: Readable): Promise<void> {
  if (input === world().stdin || input.closed) return
  await new Promise<void>((resolve) => {
    input.once("close", resolve)
    input.destroy()
  })
}

function oneFile(words: readonly string[], question: string, usage: string): string {
  const [file, ...more] = words
  if (file === undefined || more.length > 0) throw wrongUsage(`${question} Write ${usage}.`)
  return file
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
