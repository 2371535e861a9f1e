// Files that go with a message: checked before they are sent, so that a person learns at once what the server would refuse.
import { type BytesPart, newId } from "@pawl/client"

export interface Attachment {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  /** Absent while it has a problem. */
  readonly bytes?: Uint8Array
  /** Shows a picture. */
  readonly url?: string
  readonly problem?: Problem
}

export type Problem = "too-many" | "too-large" | "empty" | "wrong-type" | "unreadable"

export interface Limits {
  readonly maxFileBytes: number
  /** Empty until the server has named them: then it decides. */
  readonly formats: readonly string[]
  /** In one session; absent without such a limit. */
  readonly maxFiles?: number
}

/** What nobody can read as text: these types must be on the list. Of others the bytes decide, on the server. */
const BINARY = /^(?:image|video|audio|font)\/|^application\/(?:zip|x-7z|x-rar|gzip|x-tar|octet-stream|vnd\.)/

export function problemOf(
  { type, size }: Pick<File, "type" | "size">,
  { maxFileBytes, formats }: Limits,
): Problem | undefined {
  if (size === 0) return "empty"
  if (size > maxFileBytes) return "too-large"
  const isKnown = formats.length > 0
  if (isKnown && BINARY.test(type) && !formats.includes(type)) return "wrong-type"
  return undefined
}

export async function attachmentOf(file: File, limits: Limits): Promise<Attachment> {
  const { type, size } = file
  const about = { id: newId(), name: file.name === "" ? "pasted" : file.name, type, size }
  const problem = problemOf(file, limits)
  if (problem !== undefined) return { ...about, problem }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return pictureOf({ ...about, bytes })
  } catch {
    return { ...about, problem: "unreadable" }
  }
}

/** With an address of this page, where it is a picture. */
export function pictureOf({ url: _, ...attachment }: Attachment): Attachment {
  const { type, bytes } = attachment
  if (bytes === undefined || !type.startsWith("image/")) return attachment
  return { ...attachment, url: URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type })) }
}

/** Those that a session with so many files has no room for are marked. */
export function withRoom(
  attachments: readonly Attachment[],
  { maxFiles = Number.POSITIVE_INFINITY }: Pick<Limits, "maxFiles">,
  said: number,
): readonly Attachment[] {
  return attachments.map((each, place) =>
    each.problem === undefined && said + place >= maxFiles ? { ...each, problem: "too-many" } : each,
  )
}

/** The message waits until these are removed: a person who sends a file must know that it goes. */
export function hasProblem(attachments: readonly Attachment[]): boolean {
  return attachments.some(({ problem }) => problem !== undefined)
}

export function forget({ url }: Attachment): void {
  if (url !== undefined) URL.revokeObjectURL(url)
}

export function bytesOf(attachments: readonly Attachment[]): readonly BytesPart[] {
  return attachments.flatMap(({ bytes, type, name }) =>
    bytes === undefined ? [] : [{ type: "bytes" as const, mime: type, bytes, name }],
  )
}
