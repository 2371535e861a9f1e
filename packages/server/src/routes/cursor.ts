// The place in a list after which the next page begins, as text that clients pass back.
import type { SessionRow } from "@pawl/agent"
import { HttpError } from "../http/envelope.ts"

export function cursorAfter({ updatedAt, id }: Pick<SessionRow, "updatedAt" | "id">): string {
  return Buffer.from(JSON.stringify([updatedAt, id])).toString("base64url")
}

export function readCursor(cursor: string): { readonly updatedAt: number; readonly id: string } {
  try {
    const [updatedAt, id]: unknown[] = JSON.parse(Buffer.from(cursor, "base64url").toString())
    if (typeof updatedAt === "number" && typeof id === "string") return { updatedAt, id }
  } catch {
    // Answered below, as any other text that is no cursor.
  }
  throw new HttpError(400, "input-invalid", 'This is no cursor. Pass the "next" of the page before, or none.')
}
