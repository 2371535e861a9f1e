// Login with an OpenID Connect provider: where to send the browser, and who came back.
import * as openid from "openid-client"
import type { Subject } from "../access/documents.ts"
import type { Role } from "../access/principal.ts"
import { HttpError } from "../http/envelope.ts"

export interface OpenIdOptions {
  /** The provider's address, as in "https://login.example.com". */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
  /** The address at which browsers reach this server. */
  readonly publicUrl: string
  readonly scope?: string
  /**
   * The claim that names the user. Default: "sub". "email" is taken only if the provider verified it. A provider may let people
   * choose "preferred_username" themselves: the first to come gets the name here, and another person of that name is refused.
   */
  readonly nameClaim?: string
  /** The claim that lists the groups of the user at the provider. Default: "groups". */
  readonly groupsClaim?: string
  /** Only members of one of these may log in; everybody whom the provider knows unless given. */
  readonly allowedGroups?: readonly string[]
  /** Members of one of these are admins. */
  readonly adminGroups?: readonly string[]
  /** Which provider groups stand for which groups of the server: `{ "staff": "engineers" }`. */
  readonly groups?: Readonly<Record<string, string>>
}

/** What has to be remembered between the two halves of a login. */
export interface Transaction {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly until: number
}

export interface Newcomer {
  readonly user: string
  readonly role: Role
  readonly groups: readonly string[]
  readonly subject: Subject
}

type Claims = Readonly<Record<string, unknown>>
type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

const TRANSACTION_MS = 10 * 60 * 1000
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"])

export class OpenId {
  readonly #options: OpenIdOptions
  #known: Promise<openid.Configuration> | undefined

  constructor(options: OpenIdOptions) {
    this.#options = options
  }

  get redirectUri(): string {
    return new URL("/auth/callback", this.#options.publicUrl).href
  }

  async begin(): Promise<{ readonly url: string; readonly transaction: Transaction }> {
    const provider = await this.#provider()
    const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()]
    const url = openid.buildAuthorizationUrl(provider, {
      redirect_uri: this.redirectUri,
      scope: this.#options.scope ?? "openid profile email",
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
    })
    return { url: url.href, transaction: { state, nonce, verifier, until: Date.now() + TRANSACTION_MS } }
  }

  /** `query`: what the provider sent the browser back with. */
  async finish(query: string, { state, nonce, verifier }: Transaction): Promise<Newcomer> {
    const provider = await this.#provider()
    const url = new URL(`${this.redirectUri}${query}`)
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
    const tokens = await openid.authorizationCodeGrant(provider, url, checks).catch((error: unknown) => {
      throw new HttpError(401, "login-failed", "The login provider did not confirm the login. Try again.", {
        cause: error,
      })
    })
    return this.#newcomer(await this.#claims(provider, tokens))
  }

  /** Many providers put only the subject into the token, and tell the rest when they are asked. */
  async #claims(provider: openid.Configuration, tokens: Tokens): Promise<Claims> {
    const { nameClaim = "sub", groupsClaim = "groups", allowedGroups, adminGroups, groups } = this.#options
    const claims = tokens.claims()
    const hasGroups = claims?.[groupsClaim] !== undefined || (allowedGroups ?? adminGroups ?? groups) === undefined
    const isWhole = claims?.[nameClaim] !== undefined && hasGroups
    if (claims === undefined || isWhole || provider.serverMetadata().userinfo_endpoint === undefined)
      return claims ?? {}
    const told = await openid.fetchUserInfo(provider, tokens.access_token, claims.sub).catch((error: unknown) => {
      throw new HttpError(502, "login-failed", "The login provider did not say who you are. Try again later.", {
        retryable: true,
        cause: error,
      })
    })
    return { ...told, ...claims }
  }

  #newcomer(claims: Claims): Newcomer {
    const { nameClaim = "sub", groupsClaim = "groups", allowedGroups, adminGroups = [], groups = {} } = this.#options
    const user = claims[nameClaim]
    if (typeof user !== "string" || user === "") throw refused(`the provider sent no "${nameClaim}"`)
    if (nameClaim === "email" && claims.email_verified !== true)
      throw refused("the provider did not verify your address")
    const listed = claims[groupsClaim]
    const theirs = Array.isArray(listed) ? listed.map(String) : []
    const isIn = (some: readonly string[]) => theirs.some((each) => some.includes(each))
    if (allowedGroups !== undefined && !isIn(allowedGroups)) throw refused("you are in none of the allowed groups")
    const own = theirs.flatMap((each) => (Object.hasOwn(groups, each) ? (groups[each] ?? []) : []))
    const subject = { iss: String(claims.iss), sub: String(claims.sub) }
    return { user, role: isIn(adminGroups) ? "admin" : "user", groups: [...new Set(own)], subject }
  }

  /** Asked once; after a failure again at the next login. */
  #provider(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.#options
    const url = new URL(issuer)
    // Plain http only to a provider on this machine.
    const execute = LOOPBACK.has(url.hostname) ? { execute: [openid.allowInsecureRequests] } : {}
    const auth = clientSecret === undefined ? openid.None() : openid.ClientSecretBasic(clientSecret)
    this.#known ??= openid.discovery(url, clientId, undefined, auth, execute).catch((error: unknown) => {
      this.#known = undefined
      const message = "The login provider cannot be reached. Try again later; an admin checks its address."
      throw new HttpError(502, "login-failed", message, { retryable: true, cause: error })
    })
    return this.#known
  }
}

function refused(why: string): HttpError {
  return new HttpError(403, "login-refused", `You cannot log in here: ${why}. Ask an admin.`)
}
