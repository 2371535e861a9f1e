// Caches vectors by their text: in memory, and in a file that only grows, so that a tool is embedded only once.
import { createHash } from "node:crypto"
import { appendFileSync, mkdirSync, readFileSync } from "node:fs"
import { dirname } from "node:path"

export interface VectorCache {
  get(text: string): Float32Array | undefined
  put(made: readonly { readonly text: string; readonly vector: Float32Array }[]): void
}

/** `file`: the vectors of one embedder. Without it, or if it cannot be written, they last as long as the process. */
export function vectorCache(file?: string): VectorCache {
  const known = file === undefined ? new Map<string, Float32Array>() : readVectors(file)
  const hashes = new Map<string, string>()
  const keyOf = (text: string) => {
    const key = hashes.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 32)
    hashes.set(text, key)
    return key
  }
  return {
    get: (text) => known.get(keyOf(text)),
    put(made) {
      const lines = made.map(({ text, vector }) => {
        known.set(keyOf(text), vector)
        return `${keyOf(text)} ${Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64")}\n`
      })
      if (file !== undefined) append(file, lines.join(""))
    },
  }
}

function append(file: string, lines: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    appendFileSync(file, lines)
  } catch {
    // The vectors are then made again by the next process.
  }
}

/** A line that a crash cut short is skipped. */
function readVectors(file: string): Map<string, Float32Array> {
  const known = new Map<string, Float32Array>()
  let lines: readonly string[] = []
  try {
    lines = readFileSync(file, "utf8").split("\n")
  } catch {
    return known
  }
  for (const line of lines) {
    const [, key, body] = /^([0-9a-f]{32}) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? []
    if (key === undefined || body === undefined) continue
    const bytes = Uint8Array.from(Buffer.from(body, "base64"))
    if (bytes.length > 0 && bytes.length % 4 === 0) known.set(key, new Float32Array(bytes.buffer))
  }
  return known
}
