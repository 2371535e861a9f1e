// Logins of admins to MCP servers by a browser: what is remembered until the login page sends the browser back.
import { createHash, randomBytes } from "node:crypto"
import type { Json, McpEntry } from "@pawl/agent"
import { beginLogin, type HttpServer, type LoginStep, type PendingLogin, readServers } from "@pawl/agent/mcp"
import type { Principal } from "../access/principal.ts"
import { HttpError } from "../http/envelope.ts"
import { Sealer } from "../login/sealed.ts"
import { serverSecret } from "../login/server-secret.ts"
import type { Records } from "../records.ts"

/** Where the login page sends the browser back to. */
export const CALLBACK = "/auth/mcp/callback"
const BEGUN = "mcp-login-begun"
const LASTS_MS = 10 * 60 * 1000

/** Which server is logged in to. */
export interface LoginTarget {
  readonly workspace: string
  readonly name: string
  readonly server: HttpServer
  /** Where logins are kept, and how servers are reached. */
  readonly step: LoginStep
}

interface Begun extends Pick<LoginTarget, "workspace" | "name"> {
  readonly user: string
  readonly uid: string | null
  /** The server as it was: a token of one server is never kept for another that has its name since. */
  readonly identity: string
  readonly pending: PendingLogin
}

type Person = Pick<Principal, "user" | "uid">

export class McpLogins {
  readonly #records: Records
  #sealer: Promise<Sealer> | undefined

  constructor(records: Records) {
    this.#records = records
  }

  /** The address of the login page; undefined if the server needs no login. `base`: where the browser reaches this server. */
  async begin(target: LoginTarget, { user, uid }: Person, base: string): Promise<string | undefined> {
    const { workspace, name, server, step } = target
    const state = randomBytes(32).toString("base64url")
    const begun = await beginLogin(server, { ...step, redirectUrl: new URL(CALLBACK, base).href, state })
    if (begun.kind !== "page") return undefined
    const { pending, url } = begun
    const about: Begun = { workspace, name, user, uid: uid ?? null, identity: identityOf(server), pending }
    await this.#forgetOld()
    // It proves who began the login, and a copy of the database must not.
    const sealed = (await this.#seal()).seal(about as unknown as Json)
    await this.#records.put(BEGUN, hashOf(state), { sealed, until: Date.now() + LASTS_MS }, 0)
    return url
  }

  /** What was begun with this state, once, and only by the person who began it. */
  async take(state: string, { user, uid }: Person): Promise<Begun> {
    const key = hashOf(state)
    const { sealed, until = 0 } = ((await this.#records.get(BEGUN, key))?.value ?? {}) as Partial<Kept>
    const found = sealed === undefined ? undefined : ((await this.#seal()).open(sealed) as Begun | undefined)
    const isTheirs = found !== undefined && found.user === user && found.uid === (uid ?? null)
    if (!isTheirs || until < Date.now() || !(await this.#records.remove(BEGUN, key))) throw notBegun()
    return found
  }

  #seal(): Promise<Sealer> {
    this.#sealer ??= serverSecret(this.#records).then((secret) => new Sealer(secret, "mcp-login"))
    this.#sealer.catch(() => {
      this.#sealer = undefined
    })
    return this.#sealer
  }

  async #forgetOld(): Promise<void> {
    for (const { key, value } of await this.#records.list(BEGUN))
      if (((value as Partial<Kept> | null)?.until ?? 0) < Date.now()) await this.#records.remove(BEGUN, key)
  }
}

interface Kept {
  readonly sealed: string
  readonly until: number
}

/** The server that people log in to. */
export function httpServerOf(name: string, entry: McpEntry): HttpServer {
  const { servers, broken } = readServers({ mcpServers: { [name]: entry } })
  const [server] = servers
  if (server?.kind === "http") return server
  const why = broken[0]?.problem ?? 'it is a program. Only servers with a "url" have a login'
  throw new HttpError(409, "login-missing", `The MCP server "${name}" cannot be logged in to: ${why}.`)
}

export function refuseOther({ identity }: Begun, server: HttpServer): void {
  if (identity !== identityOf(server)) throw notBegun()
}

function identityOf({ url, oauth = {} }: HttpServer): string {
  return JSON.stringify([url, oauth.clientId ?? null, oauth.clientMetadataUrl ?? null])
}

function hashOf(state: string): string {
  return createHash("sha256").update(state).digest("base64url")
}

function notBegun(): HttpError {
  return new HttpError(
    400,
    "login-not-begun",
    "You did not begin this login here, it took too long, or it is over. Begin again in the settings of the MCP servers.",
  )
}
