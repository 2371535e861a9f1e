// What people say, as it comes over the wire. Paths of files and hashes of stored bytes are not accepted: they would read
// what belongs to the server or to somebody else.
import type { Input, InputPart } from "@pawl/agent"
import { z } from "zod"
import type { Exact } from "../http/route.ts"

const TextPiece = z.object({ type: z.literal("text"), text: z.string() })

const Attachment = z.object({
  type: z.literal("attachment"),
  name: z.string().min(1).max(200),
  data: z.base64().describe("The bytes in base64. Their type is found in the bytes, not in the name."),
})

const SHAPES =
  'must be a text, or a list of 1 to 50 parts, each { "type": "text", "text": "..." } or { "type": "attachment", "name": "...", "data": "base64" }'

export const MessageInput = z
  .union(
    [
      z.string(),
      z
        .array(z.discriminatedUnion("type", [TextPiece, Attachment]))
        .min(1)
        .max(50),
    ],
    { error: SHAPES },
  )
  .meta({ id: "Input" })

export function inputOf(given: Exact<z.output<typeof MessageInput>>): Input {
  if (typeof given === "string") return given
  return given.map((part): InputPart => {
    if (part.type === "text") return part
    const bytes = Buffer.from(part.data, "base64")
    return { type: "bytes", mime: "application/octet-stream", bytes, name: part.name }
  })
}
