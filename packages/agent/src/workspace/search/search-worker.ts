// The search itself, in its own thread: a pattern that never ends blocks nothing else and is stopped with the thread.
import { parentPort, workerData } from "node:worker_threads"
import { isSecretPath } from "../../features/approval/policy/secret-paths.ts"
import { kindOf, SNIFF_BYTES } from "../confined/file-kind.ts"
import { fill, withFile } from "../confined/files.ts"
import type { Place } from "../confined/open-folder.ts"
import { withPlace } from "../confined/open-folder.ts"
import { fileProblem } from "../confined/problems.ts"
import { globFilter } from "../git-ignore.ts"
import { matchLines } from "./match-lines.ts"
import type { FromSearch, SearchJob } from "./search.ts"
import { walk } from "./walk.ts"

const MAX_FILE_BYTES = 5 * 1024 * 1024

const job = workerData as SearchJob // Posted by search.ts, in the same version of the code.
const matches = matcher(job)
const isWanted = globFilter(job.glob)
const name = new Uint8Array(job.at, 4)
const nameLength = new Uint32Array(job.at, 0, 1)
let left = job.maxMatches
let files = 0
let large = 0
let secret = 0
// A file that the call names is searched even if it may hold secrets: the call itself shows that it was read.
const isNamedSecret = isSecretPath(job.path)

try {
  await search()
  post({ kind: "done", files, large, secret, isComplete: left > 0 })
} catch (error) {
  const problem = fileProblem(error, job.path)
  post({ kind: "failed", message: problem.message, code: "code" in problem ? String(problem.code) : "tool-failed" })
}

async function search(): Promise<void> {
  try {
    await walk(job.workspace, job.path, (place) => visit(place))
  } catch (error) {
    // A file named instead of a folder is searched alone.
    if (!(error instanceof Error && "code" in error && error.code === "file-kind")) throw error
    await withPlace(job.workspace, job.path, (place) => visit(place, true))
  }
}

async function visit(place: Place, isNamed = false): Promise<boolean> {
  if (!isNamed && !isWanted(place.shown)) return true
  if (!isNamedSecret && isSecretPath(place.shown)) {
    secret++
    return true
  }
  nameLength[0] = new TextEncoder().encodeInto(place.shown, name).written
  const content = await contentOf(place).catch((error: unknown) => {
    if (isNamed) throw error
    return undefined
  })
  if (content === undefined) return true
  files++
  const found = matchLines(content, { matches, context: job.context, maxMatches: left })
  left -= found.count
  if (found.count > 0) post({ kind: "matches", path: place.shown, ...found })
  return left > 0
}

/** Undefined for a file that is not text, or too large. */
async function contentOf(place: Place): Promise<string | undefined> {
  return withFile(place, async (file, { size }) => {
    if (size > MAX_FILE_BYTES) {
      large++
      return undefined
    }
    const bytes = Buffer.allocUnsafe(size)
    const text = bytes.subarray(0, await fill(file, bytes, 0))
    const kind = kindOf(text.subarray(0, SNIFF_BYTES))
    return kind.kind === "text" ? new TextDecoder(kind.encoding).decode(text) : undefined
  })
}

function matcher({ pattern, isLiteral, ignoreCase }: SearchJob): (line: string) => boolean {
  if (!isLiteral) {
    const expression = new RegExp(pattern, ignoreCase ? "i" : "")
    return (line) => expression.test(line)
  }
  if (!ignoreCase) return (line) => line.includes(pattern)
  const lower = pattern.toLowerCase()
  return (line) => line.toLowerCase().includes(lower)
}

function post(message: FromSearch): void {
  parentPort?.postMessage(message)
}
