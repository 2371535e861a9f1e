// The fetch_url tool: fetches a web page as text. Private addresses are refused unless they are allowed: a page must not
// lead to them.
import { TextDecoder } from "node:util"
import { text } from "../contracts/content.ts"
import { type Tool, ToolFailure, type ToolOutput } from "../tools/tool.ts"
import { objectSchema, typedTool } from "../tools/typed-tool.ts"
import { kindOf, SNIFF_BYTES } from "./confined/file-kind.ts"
import { type Fetched, guardedFetch, type Lookup, parseUrl } from "./fetch/guarded-fetch.ts"
import { htmlText } from "./fetch/html-text.ts"
import { isPublicAddress } from "./fetch/public-address.ts"

/** How the built-in tool for URLs works. */
export interface FetchOptions {
  /** Allow this machine, its network and other addresses that are not on the public internet. */
  readonly allowPrivateUrls?: boolean
  /** How long a page may take. */
  readonly fetchTimeoutMs?: number
  /** How much of a page is read. */
  readonly maxFetchBytes?: number
  /** Resolves host names. Default: the system's resolver. */
  readonly lookup?: Lookup
  /** Replaces the check for public addresses. */
  readonly isAllowedAddress?: (address: string) => boolean
}

interface Input {
  readonly url: string
}

export function fetchUrl(options: FetchOptions = {}): Tool {
  const { fetchTimeoutMs = 20_000, maxFetchBytes = 2 * 1024 * 1024, allowPrivateUrls = false, lookup } = options
  const isAllowed = allowPrivateUrls ? () => true : (options.isAllowedAddress ?? isPublicAddress)
  return typedTool<Input>({
    name: "fetch_url",
    description: `Fetches a web page or file by http or https (GET) and returns its text; HTML is turned into plain text, an image is shown. ${allowPrivateUrls ? "Private addresses are allowed." : "Private addresses are refused."}`,
    input: objectSchema({ url: { type: "string", minLength: 1, maxLength: 8000 } }),
    effect: "read",
    // A URL can carry data away, so every call needs approval. Grants decide which hosts need none.
    approval: true,
    refuses: ({ url }) => urlProblem(url),
    preview: ({ url }) => `Fetch ${parseUrl(url).href}`,
    // Our own time limit comes first and reports more.
    timeoutMs: fetchTimeoutMs + 5000,
    async run({ url }, { signal }) {
      const late = AbortSignal.timeout(fetchTimeoutMs)
      try {
        const fetched = await guardedFetch(
          parseUrl(url),
          { isAllowed, ...(lookup && { lookup }) },
          AbortSignal.any([signal, late]),
        )
        try {
          return show(fetched, await readBody(fetched, maxFetchBytes))
        } finally {
          await fetched.close()
        }
      } catch (error) {
        if (!late.aborted || signal.aborted) throw error
        const message = `The address did not answer in full within ${fetchTimeoutMs / 1000} s. Try later, or another address.`
        throw new ToolFailure("fetch-timeout", message, "timeout")
      }
    },
  })
}

function urlProblem(url: string): ToolFailure | undefined {
  try {
    parseUrl(url)
    return undefined
  } catch (error) {
    if (error instanceof ToolFailure) return error
    throw error
  }
}

interface Body {
  readonly bytes: Buffer
  readonly isCut: boolean
}

async function readBody({ response }: Fetched, maxBytes: number): Promise<Body> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    pieces.push(piece)
    size += piece.length
    if (size > maxBytes) break
  }
  return { bytes: Buffer.concat(pieces).subarray(0, maxBytes), isCut: size > maxBytes }
}

function show({ url, response }: Fetched, { bytes, isCut }: Body): ToolOutput {
  const type = response.headers.get("content-type") ?? ""
  const kind = kindOf(bytes.subarray(0, SNIFF_BYTES))
  const cut = isCut ? ` Only the first ${bytes.length} bytes were read.` : ""
  const notice = `[${response.status} ${url.href}, ${type || "no content type"}.${cut}]`
  if (!response.ok) {
    const shown = kind.kind === "text" ? readable(bytes, type, url).slice(0, 2000) : ""
    throw new ToolFailure(
      "http-status",
      `The server answered ${response.status} ${response.statusText}.\n${shown}`.trim(),
    )
  }
  if (kind.kind === "image" && !isCut) {
    return [text(notice), { type: "bytes", mime: kind.mime, bytes, name: url.pathname.split("/").at(-1) || "image" }]
  }
  if (kind.kind !== "text") {
    throw new ToolFailure(
      "not-text",
      `The address answered with ${type || "data"}, not with text. Download it with run_command.`,
    )
  }
  return `${readable(bytes, type, url)}\n\n${notice}`
}

function readable(bytes: Buffer, type: string, url: URL): string {
  const decoded = decoderFor(bytes, type).decode(bytes)
  const isHtml = /html/i.test(type) || /^\s*<(!doctype html|html)/i.test(decoded.slice(0, 500))
  return isHtml ? htmlText(decoded, url) : decoded
}

function decoderFor(bytes: Buffer, type: string): TextDecoder {
  const kind = kindOf(bytes.subarray(0, SNIFF_BYTES))
  const declared =
    /charset\s*=\s*["']?([\w-]{1,40})/i.exec(type) ??
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(bytes.toString("latin1", 0, 2048))
  try {
    return new TextDecoder(kind.kind === "text" && kind.encoding !== "utf-8" ? kind.encoding : declared?.[1])
  } catch {
    // An unknown charset.
    return new TextDecoder()
  }
}
