// HTTP GET from allowed addresses only. The address is checked in the same lookup that the connection uses, so that a
// name cannot point elsewhere between check and use. It is checked again for every redirect, and no redirect to another
// host is followed.
import type { LookupAddress } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import type { Response } from "undici"
import { undiciPackage } from "../../outside/packages.ts"
import { ToolFailure } from "../../tools/tool.ts"

export interface GuardOptions {
  readonly isAllowed: (address: string) => boolean
  readonly lookup?: Lookup
}

/** Resolves a host name to addresses. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

export interface Fetched {
  readonly url: URL
  readonly response: Response
  /** Ends the connection. */
  readonly close: () => Promise<void>
}

const MAX_REDIRECTS = 5
const HEADERS = { "user-agent": "pawl", accept: "text/*, application/json;q=0.9, */*;q=0.5" }

export async function guardedFetch(start: URL, options: GuardOptions, signal: AbortSignal): Promise<Fetched> {
  // Loaded at first use: most sessions fetch nothing.
  const { Agent, fetch } = undiciPackage()
  const dispatcher = new Agent({ connect: { lookup: guardedLookup(options) }, pipelining: 0 })
  const close = () => dispatcher.destroy()
  try {
    let url = start
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      mustBeAllowed(url, options)
      const response = await fetch(url, { dispatcher, signal, redirect: "manual", headers: HEADERS })
      const location = isRedirect(response.status) ? response.headers.get("location") : null
      if (location === null) return { url, response, close }
      await response.body?.cancel()
      url = onSameHost(parseUrl(location, url), url)
    }
    throw new ToolFailure("too-many-redirects", `${start.origin} redirected more than ${MAX_REDIRECTS} times.`)
  } catch (error) {
    await close()
    throw problemOf(error)
  }
}

export function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (url === null) throw new ToolFailure("url-invalid", `"${text}" is not a URL. Write it in full, with https://.`)
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ToolFailure("url-invalid", `Only http and https addresses can be fetched, not "${url.protocol}".`)
  }
  if (url.username !== "" || url.password !== "") {
    throw new ToolFailure("url-invalid", "A URL with a user name or password in it is not fetched. Leave them out.")
  }
  return url
}

/** An approval for one host does not cover another, and an open redirect can lead anywhere. */
function onSameHost(next: URL, from: URL): URL {
  const isUpgrade = from.protocol === "http:" && next.protocol === "https:" && from.port === "" && next.port === ""
  if (next.hostname === from.hostname && (next.origin === from.origin || isUpgrade)) return next
  throw new ToolFailure(
    "redirect-elsewhere",
    `${from.origin} redirects to another host and was not followed. If you want what is there, fetch that address itself: ${next.href}`,
  )
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/** A host that is an IP address is never looked up, so it is checked here. */
function mustBeAllowed({ hostname }: URL, { isAllowed }: GuardOptions): void {
  const address = hostname.replace(/^\[|\]$/g, "")
  if (isIP(address) !== 0 && !isAllowed(address)) throw refused(hostname)
}

function guardedLookup({ isAllowed, lookup = systemLookup }: GuardOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => isAllowed(address))
        const [first] = allowed
        // One private address among public ones is reason enough to refuse: no honest host has that.
        if (first === undefined || allowed.length < addresses.length) callback(refused(hostname), [])
        else if (all === true) callback(null, [...allowed])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}

/** Loaded for the first page, because most runs fetch none. */
const systemLookup: Lookup = async (hostname) => {
  const { lookup } = await import("node:dns/promises")
  return lookup(hostname, { all: true })
}

function refused(hostname: string): ToolFailure {
  return new ToolFailure(
    "address-private",
    `"${hostname}" is a private address (this machine or its network), and those are not fetched. If it is meant, the user can allow private addresses, or you can use run_command.`,
  )
}

/** fetch reports "fetch failed" and hides the reason in its causes. */
function problemOf(error: unknown): unknown {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof ToolFailure) return each
    if ("code" in each && typeof each.code === "string" && each.name !== "AbortError") {
      return new ToolFailure(
        "fetch-failed",
        `The address could not be fetched (${each.code}). Check the URL, or try later.`,
      )
    }
  }
  return error
}
