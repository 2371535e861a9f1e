// Stored bytes of a session: attachments, pictures of tools, long results. Never a page that a browser would run.
import type { Store } from "@pawl/agent"
import { blobHashesIn, mediaTypeOf } from "@pawl/agent/sessions"
import { z } from "zod"
import { blobStream, PIECE_BYTES } from "../http/blob-stream.ts"
import { byteRange } from "../http/byte-range.ts"
import { HttpError } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { SessionParams } from "../schemas/common.ts"

const blob = route("look.blob", {
  summary: "Stored bytes that the session refers to, with the type that is found in them.",
  description: "Answers the header Range with a part of them (206).",
  params: SessionParams.extend({ hash: z.string().min(1).max(200) }),
  answer: z.string(),
  media: "application/octet-stream",
  async handle({ params: { session, hash }, principal, services: { workspaces, store }, header }) {
    await workspaces.row(principal, session)
    // Bytes are shared by all sessions that have the same ones: only a reference shows whose they are.
    const size = (await refersTo(store, session, hash)) ? await store.blobs.size(hash) : undefined
    const type = size === undefined ? undefined : await typeOf(store.blobs, hash, size)
    if (size === undefined || type === undefined)
      throw new HttpError(404, "blob-missing", "This session has no such bytes.")
    const headers = headersFor(type, hash)
    // Bytes of a hash never change: a range of older ones is one of these.
    const range = byteRange(header("range"), size)
    if (range === "none")
      return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${size}` } })
    const { from, to } = range ?? { from: 0, to: size }
    const part = range && { "content-range": `bytes ${from}-${to - 1}/${size}` }
    const body = size === 0 ? null : blobStream(store.blobs, hash, { from, to })
    const length = { "content-length": String(to - from) }
    return new Response(body, { status: range ? 206 : 200, headers: { ...headers, ...length, ...part } })
  },
})

const PAGE = 500

async function refersTo(store: Store, session: string, hash: string): Promise<boolean> {
  for (let after = 0; ; ) {
    const facts = await store.log.read(session, after, PAGE)
    if (facts.some((fact) => blobHashesIn(fact).includes(hash))) return true
    if (facts.length < PAGE) return false
    after = facts.at(-1)?.seq ?? after
  }
}

/** By how they begin; an archive also by how it ends, where its list of names is. Undefined: they were removed meanwhile. */
async function typeOf(blobs: Store["blobs"], hash: string, size: number): Promise<string | undefined> {
  const head = await blobs.read(hash, { offset: 0, length: PIECE_BYTES })
  if (head === undefined) return undefined
  if (size <= PIECE_BYTES) return mediaTypeOf(head) ?? UNKNOWN
  const tail = await blobs.read(hash, { offset: Math.max(PIECE_BYTES, size - PIECE_BYTES), length: PIECE_BYTES })
  return mediaTypeOf(Buffer.concat([head, tail ?? NOTHING])) ?? mediaTypeOf(wholeCharacters(head)) ?? UNKNOWN
}

const UNKNOWN = "application/octet-stream"
const NOTHING = new Uint8Array()

/** Without the beginning of a character at the end, which would not read as text. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  const last = bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80)
  return (bytes[last] ?? 0) < 0x80 ? bytes : bytes.subarray(0, last)
}

/** Shown in place, in a sandbox: what browsers only draw. */
const DRAWN = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf"])

function headersFor(type: string, hash: string): Record<string, string> {
  const isDrawn = DRAWN.has(type)
  return {
    // Text is text, whatever it is written in: as HTML it would run in the reader's name.
    "content-type": type === "text/plain" ? "text/plain; charset=utf-8" : type,
    "content-disposition": isDrawn ? "inline" : `attachment; filename="${hash.slice(0, 12)}"`,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=31536000, immutable",
    "accept-ranges": "bytes",
    etag: `"${hash}"`,
  }
}

export const blobRoutes = [blob]
