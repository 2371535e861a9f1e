// Exports a session as lines of JSON: every fact as it stands in the log, then the blobs that the facts refer to by
// hash, then an end line with the counts, so that half a file is never taken for a whole one.
import { defined } from "../../base/defined.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Store } from "../../contracts/store.ts"
import { blobHashesIn } from "./hashes.ts"

/** Bytes by their hash. `missing`: the store no longer had them at the time of the export. */
export type BlobLine = { readonly type: "blob"; readonly hash: string } & (
  | { readonly base64: string }
  | { readonly missing: true }
)

export interface EndLine {
  readonly type: "end"
  readonly facts: number
  readonly blobs: number
  readonly title: string | null
  readonly tags?: readonly string[]
}

/**
 * The session as lines of JSON, without their line breaks.
 *
 * @example
 * ```ts
 * import { exportSession } from "@pawl/agent/sessions"
 *
 * for await (const line of exportSession(store, "order-42")) console.log(line)
 * ```
 */
export async function* exportSession(store: Store, id: string): AsyncGenerator<string, void, void> {
  const row = await store.sessions.get(id)
  const hashes = new Set<string>()
  let facts = 0
  for (;;) {
    const page: readonly Fact[] = await store.log.read(id, facts, PAGE)
    for (const fact of page) {
      for (const hash of blobHashesIn(fact)) hashes.add(hash)
      yield JSON.stringify(fact)
    }
    facts += page.length
    if (page.length < PAGE) break
  }
  for (const hash of hashes) yield JSON.stringify(await blobLine(store, hash))
  const { title = null, tags } = row?.metadata ?? {}
  const end: EndLine = { type: "end", facts, blobs: hashes.size, title, ...defined({ tags }) }
  yield JSON.stringify(end)
}

const PAGE = 1000

async function blobLine(store: Store, hash: string): Promise<BlobLine> {
  const bytes = await store.blobs.read(hash)
  if (bytes === undefined) return { type: "blob", hash, missing: true }
  return { type: "blob", hash, base64: Buffer.from(bytes).toString("base64") }
}
