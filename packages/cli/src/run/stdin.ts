// Reads piped input: text, or an image, a PDF or a Word document as an attachment. Other bytes that are not UTF-8 are
// refused: otherwise the model would get a damaged prompt without notice.
import { badInput } from "../failure.ts"
import { err } from "../terminal/screen.ts"
import { world } from "../world.ts"
import type { InputPart } from "./attachments.ts"

export interface Piped {
  readonly text: string
  readonly parts: readonly InputPart[]
}

const NOTHING: Piped = { text: "", parts: [] }

export function isNothing({ text, parts }: Piped): boolean {
  return text.trim() === "" && parts.length === 0
}

const MAX_BYTES = 100 * 1024 * 1024
const PATIENCE_MS = 3000

/** `giveUpMs`: no input at all for this long counts as the end. */
export async function readStdin(how: { readonly giveUpMs?: number } = {}): Promise<Piped> {
  const { stdin } = world()
  if (stdin.isTTY) return NOTHING
  const chunks: Buffer[] = []
  let size = 0
  const hint = setTimeout(() => err.line(WAITING), PATIENCE_MS)
  const giveUp = how.giveUpMs === undefined ? undefined : setTimeout(() => stdin.destroy(), how.giveUpMs)
  try {
    for await (const chunk of stdin as AsyncIterable<Buffer>) {
      clearTimeout(hint)
      clearTimeout(giveUp)
      size += chunk.length
      if (size > MAX_BYTES)
        throw badInput(`The input is larger than ${MAX_BYTES / 1024 / 1024} MB. Send less, or name a file to read.`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (!isGivenUp(error)) throw error
  } finally {
    clearTimeout(hint)
    clearTimeout(giveUp)
  }
  return read(Buffer.concat(chunks))
}

/** Signatures and extensions. The library checks the bytes itself. */
const SEEN: readonly (readonly [RegExp, string])[] = [
  [/^\s*%PDF-\d/, "pdf"],
  [/^\x89PNG/, "png"],
  [/^\xff\xd8\xff/, "jpg"],
  [/^GIF8[79]a/, "gif"],
  [/^RIFF[\s\S]{4}WEBP/, "webp"],
]

const WORD = [/^PK/, "docx"] as const

function read(bytes: Buffer): Piped {
  const head = bytes.toString("latin1", 0, 32)
  const isWord = head.startsWith("PK\x03\x04") && bytes.includes("word/document")
  const seen = isWord ? WORD : SEEN.find(([signature]) => signature.test(head))
  if (seen === undefined) return { text: decode(bytes), parts: [] }
  return { text: "", parts: [{ type: "bytes", mime: "application/octet-stream", bytes, name: `piped.${seen[1]}` }] }
}

const WAITING = "pawl: waiting for the end of the piped input (add < /dev/null if there is none)"

function isGivenUp(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw badInput("The piped input is not valid UTF-8. Convert it first, for example with iconv -t UTF-8.")
  }
}
