// Loads what files held before and after a change, by the hashes that the session keeps.
import type { Change, Json } from "@pawl/client"
import { blobUrl } from "./blob-url.ts"
import { decoded, textAfter } from "./file-texts.ts"

type Text = string | null | undefined

/** Undefined when it is not known, or no text; null when there was no file. */
export interface FileTexts {
  readonly before: Text
  readonly after: Text
}

export interface Where {
  readonly session: string
  /** All changes of the session: only what a file held before one of them is kept. */
  readonly changes: readonly Change[]
  readonly path: string
}

const MOST_BYTES = 2_000_000

/** What `path` held before the change. */
export async function textBefore(change: Change, where: Where): Promise<Text> {
  return textOf(change.files[where.path]?.before, where)
}

/** `given`: the arguments of the call, if known: what a call wrote is not kept again. */
export async function loadFileTexts(
  change: Change,
  where: Where,
  given: Readonly<Record<string, Json>> | undefined,
): Promise<FileTexts> {
  const file = change.files[where.path]
  const before = await textBefore(change, where)
  if (file?.after === null) return { before, after: null }
  const derived = given === undefined ? undefined : textAfter(change.tool, given, before ?? undefined)
  return { before, after: derived ?? (await textOf(file?.after, where)) }
}

async function textOf(hash: Text, { session, changes }: Where): Promise<Text> {
  if (hash === null || hash === undefined) return hash
  const isKept = changes.some(({ files }) => Object.values(files).some(({ before }) => before === hash))
  if (!isKept) return undefined
  try {
    const answer = await fetch(blobUrl(session, hash))
    if (!answer.ok || Number(answer.headers.get("content-length")) > MOST_BYTES) return undefined
    return decoded(new Uint8Array(await answer.arrayBuffer()))
  } catch {
    // A lost connection: the dialog says that the content is not known here.
    return undefined
  }
}
