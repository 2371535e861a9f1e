// Sends the web app: its files by their path, and its first page for every address that is a page of the app.
import type { Context } from "hono"
import type { Env } from "../http/route.ts"
import type { AppFile, AppFiles } from "./app-files.ts"

/** Only what the server itself sends: no foreign script, style, picture, font, frame or request. */
export const APP_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** Addresses that belong to programs: what is unknown there is an error, and no page. */
const OF_PROGRAMS = /^\/(?:v1|auth|metrics|healthz|readyz|openapi\.json|docs)(?:\/|$)/

/** Whether a request is for the app: anyone may have its files, which hold nothing of anyone. */
export function isForApp(method: string, path: string): boolean {
  return (method === "GET" || method === "HEAD") && !OF_PROGRAMS.test(path)
}

/** Undefined when the app has no such file. */
export function appPage(c: Context<Env>, files: AppFiles): Response | undefined {
  const { path } = c.req
  const isFile = /\.\w+$/.test(path)
  const file = files.get(isFile ? path : "/index.html")
  return file === undefined ? undefined : sent(c, file)
}

function sent(c: Context<Env>, file: AppFile): Response {
  const headers = {
    "content-type": file.type,
    "content-security-policy": APP_POLICY,
    "cache-control": file.isFixed ? "public, max-age=31536000, immutable" : "no-cache",
    etag: file.etag,
    vary: "accept-encoding",
  }
  if (c.req.header("if-none-match") === file.etag) return new Response(null, { status: 304, headers })
  const takesGzip = /\bgzip\b/.test(c.req.header("accept-encoding") ?? "")
  if (!takesGzip || file.gzip === undefined) return c.body(file.bytes, 200, headers)
  return c.body(file.gzip, 200, { ...headers, "content-encoding": "gzip" })
}
