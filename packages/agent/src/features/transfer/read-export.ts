// Parses the lines of an export into a session. Everything is checked before anything is used: a file that is broken
// anywhere is refused with the number of the line.
import { sha256 } from "../../base/blob.ts"
import type { Blob } from "../../contracts/blobs.ts"
import { messageOf, PawlError } from "../../contracts/error.ts"
import { FACT_VERSION, type Fact } from "../../contracts/fact.ts"
import { shapeProblem } from "../../kernel/fact-shape.ts"
import { isFactType } from "../../registry/facts.ts"
import { isTag, MAX_TAGS } from "../../session/check-tags.ts"
import { amountProblem } from "./amounts.ts"
import { isDeeperThan } from "./depth.ts"
import { knownFields } from "./fields.ts"
import { blobHashesIn } from "./hashes.ts"

export interface ReadExport {
  readonly facts: readonly Fact[]
  readonly blobs: readonly Blob[]
  /** Hashes of the blobs that the exporting store had lost. */
  readonly missing: readonly string[]
  readonly title: string | null
  readonly tags?: readonly string[]
}

interface ExportSoFar {
  readonly facts: Fact[]
  readonly blobs: Map<string, Blob>
  readonly missing: Set<string>
  /** By hash, the line that first refers to it. */
  readonly wanted: Map<string, number>
  end: Pick<ReadExport, "title" | "tags"> | undefined
}

export async function readExport(
  lines: Iterable<string> | AsyncIterable<string>,
  { isComplete = false }: { readonly isComplete?: boolean } = {},
): Promise<ReadExport> {
  const soFar: ExportSoFar = { facts: [], blobs: new Map(), missing: new Set(), wanted: new Map(), end: undefined }
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line.trim() !== "") readLine(line, number, soFar)
  }
  const { facts, blobs, missing, wanted, end } = soFar
  if (end === undefined) throw broken(number + 1, "the file ends before its last line, which says how much there is")
  for (const [hash, at] of wanted) {
    if (!blobs.has(hash) && !missing.has(hash))
      throw broken(at, `the blob ${hash} that it refers to is not in the file`)
  }
  const [lost] = missing
  if (isComplete && lost !== undefined)
    throw broken(number, `it has no bytes for the blob ${lost}, and only a complete export is taken here`)
  return { facts, blobs: [...blobs.values()], missing: [...missing], ...end }
}

function readLine(line: string, number: number, soFar: ExportSoFar): void {
  if (soFar.end !== undefined) throw broken(number, "there are more lines after the end")
  const value = parse(line, number)
  if (value.type === "blob") readBlob(value, number, soFar)
  else if (value.type === "end") readEnd(value, number, soFar)
  else readFact(value, number, soFar)
}

function parse(line: string, number: number): Readonly<Record<string, unknown>> {
  if (isDeeperThan(line, MAX_DEPTH)) throw broken(number, `it is nested deeper than ${MAX_DEPTH} levels`)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (cause) {
    throw broken(number, `it is not valid JSON (${messageOf(cause)})`)
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw broken(number, "it is not a JSON object")
}

/** Deeper than any call or answer is, and shallow enough for all that reads a fact. */
const MAX_DEPTH = 500

function readFact(value: Readonly<Record<string, unknown>>, number: number, { facts, wanted }: ExportSoFar): void {
  const { v, type, seq } = value
  if (!isFactType(type)) throw broken(number, `"${String(type)}" is not a fact type that this version of Pawl knows`)
  if (v !== FACT_VERSION)
    throw broken(number, `its version is ${String(v)}, and this version of Pawl reads ${FACT_VERSION}`)
  const problem = shapeProblem(value, type) ?? amountProblem(value, type)
  if (problem !== undefined) throw broken(number, problem)
  if (seq !== facts.length + 1) throw broken(number, `it is fact ${String(seq)}, and ${facts.length + 1} comes next`)
  if ((seq === 1) !== (type === "session-opened"))
    throw broken(number, "session-opened must be the first fact, and occur once")
  const fact = knownFields(value, type) as unknown as Fact // Its type, version and fields were checked.
  for (const hash of blobHashesIn(fact)) if (!wanted.has(hash)) wanted.set(hash, number)
  facts.push(fact)
}

function readBlob(value: Readonly<Record<string, unknown>>, number: number, { blobs, missing }: ExportSoFar): void {
  const { hash, base64, missing: isMissing } = value
  if (typeof hash !== "string") throw broken(number, "the blob has no hash")
  if (isMissing === true) {
    missing.add(hash)
    return
  }
  const bytes = typeof base64 === "string" ? Buffer.from(base64, "base64") : undefined
  if (bytes === undefined || sha256(bytes) !== hash) throw broken(number, "its bytes do not match its hash")
  blobs.set(hash, { hash, bytes: new Uint8Array(bytes) })
}

function readEnd(value: Readonly<Record<string, unknown>>, number: number, soFar: ExportSoFar): void {
  const { facts, blobs, title, tags } = value
  const has = soFar.blobs.size + soFar.missing.size
  if (facts !== soFar.facts.length || blobs !== has)
    throw broken(
      number,
      `it counts ${String(facts)} facts and ${String(blobs)} blobs; there are ${soFar.facts.length} and ${has}`,
    )
  if (soFar.facts.length === 0) throw broken(number, "the export has no facts")
  soFar.end = {
    title: typeof title === "string" ? title : null,
    ...(Array.isArray(tags) && { tags: tags.filter(isTag).slice(0, MAX_TAGS) }),
  }
}

export function broken(line: number, why: string): PawlError {
  return new PawlError(
    "input-invalid",
    `Line ${line} of the export is not as "pawl sessions export" writes it: ${why}. Nothing was imported; export the session again.`,
  )
}
