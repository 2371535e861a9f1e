// A login to an HTTP server, as MCP specifies it: discovery, registration where there is none, PKCE, a browser, and a
// redirect to this machine. The tokens are stored, and refreshed while the agent works.
import { randomBytes } from "node:crypto"
import {
  auth,
  extractWWWAuthenticateParams,
  type FetchLike,
  LATEST_PROTOCOL_VERSION,
} from "@modelcontextprotocol/client"
import { defined } from "../../base/defined.ts"
import { messageOf, PawlError } from "../../contracts/error.ts"
import { redact } from "../../secrets/redact.ts"
import type { HttpServer } from "../config.ts"
import { onOneLine } from "../display-text.ts"
import { bounded } from "../http-transport.ts"
import { withoutClientWarnings } from "./client-warnings.ts"
import { type Challenge, type CredentialFile, credentialFile } from "./credentials.ts"
import { type Loopback, loopback } from "./loopback.ts"
import { oauthProvider } from "./provider.ts"
import { challengeOf } from "./run-auth.ts"

/** Where a login is kept, and how its page is shown. */
export interface LoginOptions {
  /** Where logins are kept. */
  readonly folder: string
  /** Shows the login page to the user: prints its address, or opens a browser. */
  readonly show: (url: string) => void | Promise<void>
  /** Makes the requests; a test passes its own. */
  readonly fetch?: FetchLike
  /** Aborting it cancels the login. */
  readonly signal?: AbortSignal
}

/** `not-needed`: the server requires no login. */
export type LoginOutcome = "logged-in" | "not-needed"

export async function login(server: HttpServer, given: LoginOptions): Promise<LoginOutcome> {
  const options = { ...given, fetch: plainFetch(given.fetch) }
  const file = credentialFile(options.folder, server)
  const challenge = file.read().wanted ?? (await challengeFrom(server, options))
  if (challenge === undefined) return "not-needed"
  const state = randomBytes(24).toString("base64url")
  const back = await loopback(state, server.oauth?.redirectPort ?? file.read().redirectPort)
  try {
    keepPort(file, back.port)
    await withoutClientWarnings(() => authorise(server, { file, back, state, challenge }, options))
    return "logged-in"
  } catch (error) {
    options.signal?.throwIfAborted()
    throw new PawlError("login-failed", `The login to MCP server "${server.key}" failed: ${wordsOf(error)}.`)
  } finally {
    back.close()
  }
}

/** Returns false when there was no login to delete. */
export function logout(server: HttpServer, { folder }: Pick<LoginOptions, "folder">): boolean {
  return credentialFile(folder, server).forget()
}

const MAX_BYTES = 2 ** 20

/** The client checks a response's class, and a given `fetch` may return another class. */
function plainFetch(base: FetchLike = fetch): FetchLike {
  return async (url, init) => bounded(await base(url, init), MAX_BYTES)
}

interface Flow {
  readonly file: CredentialFile
  readonly back: Loopback
  readonly state: string
  readonly challenge: Challenge
}

async function authorise(server: HttpServer, flow: Flow, { fetch, show, signal }: LoginOptions): Promise<void> {
  const { file, back, state, challenge } = flow
  const page = { redirectUrl: back.redirectUrl, state, show: (url: URL) => show(checkedPage(url).href) }
  const provider = oauthProvider(server, file, page)
  const { resourceMetadataUrl } = challenge
  const scope = union(file.read().tokens?.scope, challenge.scope)
  const how = {
    serverUrl: server.url,
    ...defined({ fetchFn: fetch, scope }),
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
  }
  // What was discovered before may have moved since.
  file.change(({ discovery: _old, ...now }) => now)
  if ((await auth(provider, { ...how, forceReauthorization: true })) === "AUTHORIZED") return
  const answer = await abortable(back.answer, signal)
  const code = answer.get("code")
  const iss = answer.get("iss") ?? undefined
  if (code === null) throw new Error(refusalIn(answer))
  await auth(provider, { ...how, authorizationCode: code, ...defined({ iss }) })
}

/** What the server requires when it is asked without a token; undefined when it requires no login. */
async function challengeFrom(server: HttpServer, { fetch: base = fetch, signal }: LoginOptions) {
  const params = {
    protocolVersion: LATEST_PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: "pawl", version: "0" },
  }
  const response = await base(server.url, {
    method: "POST",
    headers: { ...server.headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
    ...defined({ signal }),
  })
  await response.body?.cancel()
  if (response.status !== 401) return undefined
  const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response)
  return challengeOf(scope, resourceMetadataUrl)
}

/** A client registered with another port would be redirected there, so its registration is dropped. */
function keepPort(file: CredentialFile, redirectPort: number): void {
  file.change(({ client, ...now }) => ({
    ...now,
    redirectPort,
    ...(client !== undefined && now.redirectPort === redirectPort && { client }),
  }))
}

function union(...scopes: readonly (string | undefined)[]): string | undefined {
  const all = new Set(scopes.flatMap((scope) => scope?.split(/\s+/) ?? []).filter((each) => each !== ""))
  return all.size === 0 ? undefined : [...all].join(" ")
}

function refusalIn(answer: URLSearchParams): string {
  const why = answer.get("error_description") ?? answer.get("error") ?? "no code came back"
  return `the login page said: ${why.slice(0, 300)}`
}

/** A URL is opened with whatever program its scheme belongs to, so only web pages are allowed. */
function checkedPage(url: URL): URL {
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
  if (url.protocol === "https:" || (url.protocol === "http:" && isHere)) return url
  throw new Error(
    `its login page must be an https address, and is ${url.protocol}//${url.host}. Do not log in; ask the server's operator`,
  )
}

/** The message may contain the server's own text, so it is masked and put on one line. */
function wordsOf(error: unknown): string {
  return onOneLine(redact(messageOf(error))).replace(/[.\s]+$/, "")
}

function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("the login was cancelled", { cause: signal.reason }))
    if (signal.aborted) return stop()
    signal.addEventListener("abort", stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop))
  })
}
