// What processes tell each other through NOTIFY, which takes less than 8,000 bytes a message.

/** A piece of the text in flight of a session, and where it belongs. An attempt of null: there is no such text any more. */
export type LivePiece = readonly [session: string, attempt: string | null, offset: number, text: string]

/** What a message is about: facts, sessions or records; commands; places of requests to models; what their replies taught. */
export type Subject = "changes" | "commands" | "rates" | "lessons"

export interface Message {
  readonly tells: readonly Subject[]
  readonly pieces: readonly LivePiece[]
  /** Sessions whose text in flight a process wants to have from its beginning. */
  readonly wanted: readonly string[]
}

export const MAX_BYTES = 7900
/** A character is six bytes of JSON at most. */
const PIECE_CHARS = 1200

/** Transactions send these texts; all else is JSON. */
const TEXTS: Readonly<Record<string, readonly Subject[]>> = {
  commands: ["commands", "changes"],
  rates: ["rates"],
  lessons: ["lessons"],
}

/** What a process tells by itself. */
export type Untold = Omit<Message, "tells"> & { readonly hasChanges: boolean }

export function messagesOf({ hasChanges, pieces, wanted }: Untold): readonly string[] {
  const parts = [...pieces.flatMap(cut), ...wanted].map((part) => JSON.stringify(part))
  const messages: string[] = []
  let open: string[] = []
  let bytes = 2
  for (const part of parts) {
    const size = Buffer.byteLength(part) + 1
    if (bytes + size > MAX_BYTES) {
      messages.push(`[${open.join()}]`)
      open = []
      bytes = 2
    }
    open.push(part)
    bytes += size
  }
  return open.length > 0 || hasChanges ? [...messages, `[${open.join()}]`] : messages
}

/** Each message tells of changes too: who listens then looks, and finds the text. */
export function readMessage(payload: string): Message {
  const tells = Object.hasOwn(TEXTS, payload) ? TEXTS[payload] : undefined
  if (tells !== undefined) return { tells, pieces: [], wanted: [] }
  const parts = partsIn(payload)
  const pieces = parts.filter((part): part is LivePiece => Array.isArray(part))
  return { tells: ["changes"], pieces, wanted: parts.filter((part) => typeof part === "string") }
}

/** Anyone who may connect can send something else. */
function partsIn(payload: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(payload)
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

function cut([session, attempt, offset, text]: LivePiece): readonly LivePiece[] {
  if (text.length <= PIECE_CHARS) return [[session, attempt, offset, text]]
  const count = Math.ceil(text.length / PIECE_CHARS)
  return Array.from({ length: count }, (_, at) => {
    const from = at * PIECE_CHARS
    return [session, attempt, offset + from, text.slice(from, from + PIECE_CHARS)]
  })
}
