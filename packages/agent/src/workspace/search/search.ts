// Runs a search in its own thread, collects what it finds, and stops it at the time limit or when the caller aborts.
import { Worker } from "../../outside/worker.ts"
import { ToolFailure } from "../../tools/tool.ts"
import type { Workspace } from "../confined/workspace.ts"

export interface SearchQuery {
  readonly workspace: Workspace
  readonly path: string
  readonly pattern: string
  readonly isLiteral: boolean
  readonly ignoreCase: boolean
  readonly glob?: string
  readonly context: number
  readonly maxMatches: number
}

export interface SearchJob extends SearchQuery {
  /** The name of the file being searched: length in bytes, then the name. Readable even if the thread is stuck. */
  readonly at: SharedArrayBuffer
}

export type FromSearch =
  | { readonly kind: "matches"; readonly path: string; readonly lines: readonly string[]; readonly count: number }
  | {
      readonly kind: "done"
      readonly files: number
      readonly large: number
      readonly secret: number
      readonly isComplete: boolean
    }
  | { readonly kind: "failed"; readonly code: string; readonly message: string }

export interface Found {
  readonly matches: readonly Extract<FromSearch, { kind: "matches" }>[]
  /** Undefined when the search was stopped early; `at` is then the file it had reached. */
  readonly done?: Extract<FromSearch, { kind: "done" }>
  readonly at?: string
}

export interface SearchLimits {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const NAME_BYTES = 4096
const MEMORY_MB = 512

export async function search(query: SearchQuery, { timeoutMs, signal }: SearchLimits): Promise<Found> {
  const at = new SharedArrayBuffer(4 + NAME_BYTES)
  const workerData: SearchJob = { ...query, at }
  const worker = new Worker(new URL("./search-worker.js", import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const matches: Found["matches"][number][] = []
  const { promise, resolve, reject } = Promise.withResolvers<Found>()
  worker.on("message", (message: FromSearch) => {
    if (message.kind === "matches") matches.push(message)
    else if (message.kind === "done") resolve({ matches, done: message })
    else reject(new ToolFailure(message.code, message.message))
  })
  worker.once("error", reject)
  worker.once("exit", () =>
    reject(new ToolFailure("search-failed", "The search ended early. Search a smaller folder.")),
  )
  const giveUp = () => resolve({ matches, at: nameIn(at) })
  const timer = setTimeout(giveUp, timeoutMs)
  signal.addEventListener("abort", giveUp, { once: true })
  if (signal.aborted) giveUp()
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", giveUp)
    await worker.terminate()
  }
}

function nameIn(at: SharedArrayBuffer): string {
  const length = new Uint32Array(at, 0, 1)[0] ?? 0
  // Copied, because TextDecoder must not read memory that another thread still writes.
  return new TextDecoder().decode(new Uint8Array(at, 4, length).slice())
}
