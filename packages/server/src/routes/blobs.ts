// Stored bytes of a session: attachments, pictures of tools, long results. Never a page that a browser would run.
import type { Store } from "@pawl/agent"
import { blobHashesIn, mediaTypeOf } from "@pawl/agent/sessions"
import { z } from "zod"
import { HttpError } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { SessionParams } from "../schemas/common.ts"

const blob = route("look.blob", {
  summary: "Stored bytes that the session refers to, with the type that is found in them.",
  params: SessionParams.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  answer: z.string(),
  media: "application/octet-stream",
  async handle({ params: { session, hash }, principal, services: { workspaces, store } }) {
    await workspaces.row(principal, session)
    // Bytes are shared by all sessions that have the same ones: only a reference shows whose they are.
    const bytes = (await refersTo(store, session, hash)) ? await store.blobs.read(hash) : undefined
    if (bytes === undefined) throw new HttpError(404, "blob-missing", "This session has no such bytes.")
    return new Response(Buffer.from(bytes), { headers: headersFor(bytes, hash) })
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

/** Shown in place, in a sandbox: what browsers only draw. */
const DRAWN = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf"])

function headersFor(bytes: Uint8Array, hash: string): Record<string, string> {
  const type = mediaTypeOf(bytes) ?? "application/octet-stream"
  const isDrawn = DRAWN.has(type)
  return {
    // Text is text, whatever it is written in: as HTML it would run in the reader's name.
    "content-type": type === "text/plain" ? "text/plain; charset=utf-8" : type,
    "content-disposition": isDrawn ? "inline" : `attachment; filename="${hash.slice(0, 12)}"`,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=31536000, immutable",
    etag: `"${hash}"`,
  }
}

export const blobRoutes = [blob]
