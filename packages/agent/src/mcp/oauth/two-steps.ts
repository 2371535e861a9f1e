// A login in two steps, which different processes may take: begin it to get the address of the login page; finish it with what
// the page sent the browser back with. Only a finished login changes what is stored.
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
import {
  type Challenge,
  type CredentialFile,
  type Credentials,
  credentialFile,
  heldCredentials,
} from "./credentials.ts"
import { isHere, oauthProvider } from "./provider.ts"
import { challengeOf } from "./run-auth.ts"

/** What both steps need. */
export interface LoginStep {
  /** Where logins are kept. */
  readonly folder: string
  /** Makes the requests; a test passes its own. */
  readonly fetch?: FetchLike
}

/** How a login begins. */
export interface BeginLogin extends LoginStep {
  /** Where the login page sends the browser back to. */
  readonly redirectUrl: string
  /** An unguessable word that comes back with the browser. Check it before the login is finished. */
  readonly state: string
  /** Aborting it cancels the request that asks whether a login is needed. */
  readonly signal?: AbortSignal
}

/** What to remember until the browser is back. Plain data, and secret: it proves who began the login. */
export interface PendingLogin {
  /** Where the login page sends the browser back to. */
  readonly redirectUrl: string
  /** The secret half of the proof that the login is finished by the program that began it. */
  readonly verifier: string
  /** What the server required. */
  readonly challenge: Challenge
  /** What will be stored, but for the tokens. */
  readonly credentials: Credentials
}

/** A page to log in on; or none, because the server needs no login or took us in at once. */
export type BegunLogin =
  | { readonly kind: "page"; readonly url: string; readonly pending: PendingLogin }
  | { readonly kind: "not-needed" | "logged-in" }

export async function beginLogin(server: HttpServer, options: BeginLogin): Promise<BegunLogin> {
  const { folder, redirectUrl, state } = options
  const fetch = plainFetch(options.fetch)
  const stored = credentialFile(folder, server)
  const asked = () => challengeFrom(server, { ...options, fetch })
  const challenge = stored.read().wanted ?? (await explained(server, options.signal, asked))
  if (challenge === undefined) return { kind: "not-needed" }
  const held = heldCredentials(startOf(stored.read(), redirectUrl))
  return explained(server, options.signal, async () => {
    let url: URL | undefined
    const show = (page: URL) => {
      url = checkedPage(page)
    }
    const provider = oauthProvider(server, held, { redirectUrl, state, show })
    const how = requestOf(server, { challenge, held, fetch })
    const isIn = (await auth(provider, { ...how, forceReauthorization: true })) === "AUTHORIZED"
    if (isIn) stored.change(() => held.read())
    if (isIn || url === undefined) return { kind: "logged-in" }
    const verifier = await provider.codeVerifier()
    return { kind: "page", url: url.href, pending: { redirectUrl, verifier, challenge, credentials: held.read() } }
  })
}

/** `answer`: the parameters that the browser came back with. */
export async function finishLogin(
  server: HttpServer,
  options: LoginStep & { readonly pending: PendingLogin; readonly answer: URLSearchParams },
): Promise<void> {
  const { folder, pending, answer } = options
  const { redirectUrl, verifier, challenge, credentials } = pending
  const held = heldCredentials(credentials)
  await explained(server, undefined, async () => {
    const code = answer.get("code")
    const iss = answer.get("iss") ?? undefined
    if (code === null) throw new Error(refusalIn(answer))
    const provider = oauthProvider(server, held, { redirectUrl, state: "", verifier, show: () => {} })
    const how = requestOf(server, { challenge, held, fetch: plainFetch(options.fetch) })
    await auth(provider, { ...how, authorizationCode: code, ...defined({ iss }) })
    credentialFile(folder, server).change(() => held.read())
  })
}

const MAX_BYTES = 2 ** 20

/** The client checks a response's class, and a given `fetch` may return another class. */
function plainFetch(base: FetchLike = fetch): FetchLike {
  return async (url, init) => bounded(await base(url, init), MAX_BYTES)
}

/** What was discovered before may have moved since. A client that was registered with another address would be redirected there. */
function startOf({ discovery: _old, client, ...rest }: Credentials, redirectUrl: string): Credentials {
  const before = rest.redirectUrl ?? `http://127.0.0.1:${rest.redirectPort}/callback`
  const isPort = /^http:\/\/127\.0\.0\.1:(\d+)\/callback$/.exec(redirectUrl)?.[1]
  const { redirectUrl: _before, ...now } = rest
  return {
    ...now,
    ...(isPort === undefined ? { redirectUrl } : { redirectPort: Number(isPort) }),
    ...(client !== undefined && before === redirectUrl && { client }),
  }
}

interface Asked {
  readonly challenge: Challenge
  readonly held: CredentialFile
  readonly fetch: FetchLike
}

function requestOf(server: HttpServer, { challenge, held, fetch }: Asked) {
  const { resourceMetadataUrl } = challenge
  const scope = union(held.read().tokens?.scope, challenge.scope)
  return {
    serverUrl: server.url,
    fetchFn: fetch,
    ...defined({ scope }),
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
  }
}

/** What the server requires when it is asked without a token; undefined when it requires no login. */
async function challengeFrom(
  server: HttpServer,
  { fetch: base = fetch, signal }: Pick<BeginLogin, "fetch" | "signal">,
) {
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
  if (url.protocol === "https:" || (url.protocol === "http:" && isHere(url))) return url
  throw new Error(
    `its login page must be an https address, and is ${url.protocol}//${url.host}. Do not log in; ask the server's operator`,
  )
}

async function explained<Value>(
  server: HttpServer,
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await withoutClientWarnings(work)
  } catch (error) {
    signal?.throwIfAborted()
    throw new PawlError("login-failed", `The login to MCP server "${server.key}" failed: ${wordsOf(error)}.`)
  }
}

/** The message may contain the server's own text, so it is masked and put on one line. */
function wordsOf(error: unknown): string {
  return onOneLine(redact(messageOf(error))).replace(/[.\s]+$/, "")
}
