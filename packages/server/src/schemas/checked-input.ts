// Refuses attachments that models could not be shown, before anything is stored: the sender is still there to choose another file.

import type { Input } from "@pawl/agent"
import { type AttachmentProblem, attachmentProblem } from "@pawl/agent/sessions"
import { HttpError } from "../http/envelope.ts"

/** More than any profile allows in a session; each is opened to see whether it can be read. */
const MOST_BYTES = 20 * 1024 * 1024

export async function checkedInput(input: Input): Promise<Input> {
  if (typeof input === "string") return input
  for (const part of input) {
    if (part.type !== "bytes") continue
    const name = part.name ?? "file"
    if (part.bytes.length === 0)
      throw new HttpError(400, "input-invalid", `The attachment "${name}" is empty. Send another one.`)
    if (part.bytes.length > MOST_BYTES)
      throw new HttpError(
        400,
        "input-invalid",
        `The attachment "${name}" has more than 20 MB. Send a smaller one, or a part of it.`,
      )
    const problem = await attachmentProblem(part.bytes)
    if (problem !== undefined)
      throw new HttpError(422, "attachment-refused", `The attachment "${name}" ${WHY[problem]}`)
  }
  return input
}

const WHY: Readonly<Record<AttachmentProblem, string>> = {
  "unknown-type":
    "is neither text in UTF-8, nor an image (PNG, JPEG, GIF, WebP), nor a PDF, nor a Word document (DOCX). Send it as one of these.",
  encrypted: "is protected by a password. Send it without one.",
  damaged: "cannot be opened. Check the file, and send it again.",
  "too-large": "has a side of more than 8000 pixels. Send a smaller copy.",
}
