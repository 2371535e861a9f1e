// Headers that every answer has. Over a socket they are set on Node's own response before there is an answer: setting them on the
// answer costs as much as making it. What a route sets itself stands.
import type { HttpBindings } from "@hono/node-server"
import type { Context } from "hono"
import type { Env } from "./route.ts"

export type Header = readonly [name: string, value: string]

/** Node's response; undefined where there is no socket, or where it becomes a WebSocket. */
export function outgoingOf(c: Context<Env>): HttpBindings["outgoing"] | undefined {
  return (c.env as Partial<HttpBindings> | undefined)?.outgoing
}

/** Runs the rest with these headers. */
export async function withHeaders(
  c: Context<Env>,
  headers: readonly Header[],
  next: () => Promise<void>,
): Promise<void> {
  const outgoing = outgoingOf(c)
  if (outgoing !== undefined) for (const [name, value] of headers) outgoing.setHeader(name, value)
  await next()
  if (outgoing !== undefined) return
  const set = c.res.headers
  for (const [name, value] of headers) if (!set.has(name)) set.set(name, value)
}
