// Why a file cannot be attached, for programs that refuse it instead of telling the model: a server, an upload form.
import { imageProblem } from "../base/image-problem.ts"
import { readDocument } from "../model/attachments/read-document.ts"
import { mediaOf } from "../session/media-of.ts"

/** Why models could not be shown a file: no type that they take, protected by a password, not readable, or an image of too many pixels. */
export type AttachmentProblem = "unknown-type" | "encrypted" | "damaged" | "too-large"

/** The type of bytes by how they begin, whatever a name says: "text/plain" for any text; undefined if unknown. */
export function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const found = mediaOf(bytes)
  if (found.kind === "unknown") return undefined
  return found.kind === "text" ? "text/plain" : found.mime
}

/**
 * Why these bytes cannot be attached; undefined if they can. A document is opened, on a thread of its own.
 *
 * @example
 * ```ts
 * import { attachmentProblem } from "@pawl/agent/sessions"
 *
 * if ((await attachmentProblem(bytes)) === "encrypted") console.log("Remove the password first.")
 * ```
 */
export async function attachmentProblem(bytes: Uint8Array): Promise<AttachmentProblem | undefined> {
  const mime = mediaTypeOf(bytes)
  if (mime === undefined) return "unknown-type"
  const kind = mime === "application/pdf" ? "pdf" : mime.includes("wordprocessingml") ? "docx" : undefined
  if (kind === undefined) return imageProblem(bytes)
  // The thread takes the bytes it is given; the caller goes on with its own.
  const { failure } = await readDocument(kind, new Uint8Array(bytes), ONE_PAGE)
  return failure === "encrypted" || failure === "damaged" ? failure : undefined
}

/** Enough to see whether it opens. What is slow or large is shown to models as far as it can be read. */
const ONE_PAGE = { timeoutMs: 10_000, maxPages: 1, maxChars: 1000, maxGrowthBytes: 768 * 1024 * 1024 }
