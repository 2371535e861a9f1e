// The built files of the web app, read once and kept in memory, each also compressed.
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join, relative, sep } from "node:path"
import { gzipSync } from "node:zlib"

export interface AppFile {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Undefined for what is compressed already. */
  readonly gzip: Uint8Array<ArrayBuffer> | undefined
  readonly etag: string
  /** Its name has a hash of its content: a browser need not ask for it again. */
  readonly isFixed: boolean
}

export type AppFiles = ReadonlyMap<string, AppFile>

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
}
const COMPRESSED = new Set([".png", ".woff2"])

/** By path: "/index.html". Undefined if the app was not built there. */
export function appFiles(folder: string): AppFiles | undefined {
  if (!existsSync(join(folder, "index.html"))) return undefined
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [`/${relative(folder, path).split(sep).join("/")}`, fileAt(path)] as const
    }),
  )
}

function fileAt(path: string): AppFile {
  const bytes = new Uint8Array(readFileSync(path))
  const kind = extname(path)
  return {
    type: TYPES[kind] ?? "application/octet-stream",
    bytes,
    gzip: COMPRESSED.has(kind) ? undefined : new Uint8Array(gzipSync(bytes)),
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    isFixed: path.includes(`${sep}assets${sep}`),
  }
}
