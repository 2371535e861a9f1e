// What goes over the socket. Each frame of a client is an HTTP request, or follows a session; answers carry its id.
import { z } from "zod"

const Id = z.union([z.string().max(200), z.number()])

const RequestFrame = z
  .object({
    id: Id,
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    // A URL takes a backslash for a slash, and leaves out line breaks: what follows two slashes would be another host.
    path: z
      .string()
      .max(4000)
      .regex(/^\/(?![/\\])[^\t\n\r]*$/),
    body: z.json().optional(),
  })
  .refine(({ method, body }) => method !== "GET" || body === undefined)

const FollowFrame = z.object({
  id: Id,
  follow: z.string().min(1).max(200),
  after: z.union([z.string().max(200), z.number().int().min(0)]).default("0"),
})

const FollowAllFrame = z.object({ id: Id, followAll: z.literal(true), owner: z.string().max(200).optional() })

const StopFrame = z.object({ id: Id, stop: z.literal(true) })

const ClientFrame = z.union([RequestFrame, FollowFrame, FollowAllFrame, StopFrame])

export type FrameId = z.output<typeof Id>
export type RequestFrame = z.output<typeof RequestFrame>
export type ClientFrame = z.output<typeof ClientFrame>

/** Undefined for what is no JSON at all. */
export function readFrame(
  text: string,
): ClientFrame | { readonly id: FrameId | null; readonly problem: string } | undefined {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return undefined
  }
  const read = ClientFrame.safeParse(given)
  if (read.success) return read.data
  const id = Id.safeParse((given as { id?: unknown } | null)?.id)
  return { id: id.success ? id.data : null, problem: PROBLEM }
}

const PROBLEM =
  "A frame is { id, method, path, body }, { id, follow, after }, { id, followAll: true } or { id, stop: true }. " +
  "Paths begin with one slash; GET has no body."
