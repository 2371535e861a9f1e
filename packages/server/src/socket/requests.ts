// A request that came over the socket is handled as any other: by the same application, with the headers that the socket came with.
import type { App } from "../app.ts"
import { HttpError, problemOf } from "../http/envelope.ts"
import type { RequestFrame } from "./frames.ts"

/** Who sends it and from where: each request shows the same as the one that opened the socket. A token that was revoked since is refused. */
const SHOWN = ["authorization", "cookie", "host", "origin", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"]

export interface Opened {
  readonly app: App
  readonly url: string
  readonly headers: Headers
  readonly env: object
}

/** Handles it as if it had come by itself. */
export function ask({ method, path, body }: Omit<RequestFrame, "id">, opened: Opened): Promise<Response> | Response {
  const { app, url, env } = opened
  const headers = new Headers({ "content-type": "application/json" })
  for (const name of SHOWN) {
    const value = opened.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  return app.fetch(new Request(new URL(path, url), init), env)
}

/** The answer as a frame. */
export async function answer({ id, ...request }: RequestFrame, opened: Opened): Promise<string> {
  const response = await ask(request, opened)
  const type = response.headers.get("content-type") ?? ""
  if (type.startsWith("text/event-stream")) {
    await response.body?.cancel()
    return refusal(id, new HttpError(400, "input-invalid", "This is a stream. Send { id, follow, after } instead."))
  }
  const etag = response.headers.get("etag")
  const head = `{"id":${JSON.stringify(id)},"status":${response.status}${etag === null ? "" : `,"etag":${JSON.stringify(etag)}`}`
  if (type.startsWith("application/json")) return `${head},"body":${await response.text()}}`
  if (response.body === null) return `${head}}`
  if (/^(text\/|application\/(jsonl|x-ndjson))/.test(type))
    return `${head},"body":${JSON.stringify(await response.text())}}`
  const bytes = Buffer.from(await response.arrayBuffer()).toString("base64")
  return `${head},"type":${JSON.stringify(type)},"base64":"${bytes}"}`
}

export function refusal(id: string | number | null, error: unknown, trace = ""): string {
  const { status, code, message, retryable } = problemOf(error)
  return JSON.stringify({ id, status, body: { error: { code, message, retryable, trace } } })
}
