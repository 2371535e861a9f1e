// Pawl's side of the client's OAuth code: what is stored, what is new, and how the user is sent to a login page.
import type { OAuthClientMetadata, OAuthClientProvider } from "@modelcontextprotocol/client"
import { defined } from "../../base/defined.ts"
import type { HttpServer } from "../config.ts"
import type { CredentialFile } from "./credentials.ts"

export interface LoginPage {
  /** Where the browser returns to. */
  readonly redirectUrl: string
  readonly state: string
  /** The secret half of the proof that the login is finished by the program that began it. */
  readonly verifier?: string
  /** Sends the user there, or throws where no user is present. */
  show(url: URL): void | Promise<void>
}

export function oauthProvider(server: HttpServer, file: CredentialFile, page: LoginPage): OAuthClientProvider {
  const { oauth = {} } = server
  const { clientId, clientSecret, clientMetadataUrl, scope } = oauth
  let verifier = page.verifier ?? ""
  let used = file.read().tokens
  return {
    redirectUrl: page.redirectUrl,
    ...defined({ clientMetadataUrl }),
    clientMetadata: metadata(page.redirectUrl, scope),
    state: () => page.state,
    clientInformation() {
      if (clientId === undefined) return file.read().client
      return { client_id: clientId, ...defined({ client_secret: clientSecret }) }
    },
    // A client id from the configuration is never overwritten.
    saveClientInformation: (client) => {
      if (clientId === undefined) file.change((now) => ({ ...now, client }))
    },
    tokens() {
      used = file.read().tokens
      return used
    },
    saveTokens: (tokens) => file.change(({ wanted: _met, ...now }) => ({ ...now, tokens })),
    redirectToAuthorization: (url) => page.show(url),
    saveCodeVerifier: (next) => {
      verifier = next
    },
    codeVerifier: () => verifier,
    discoveryState: () => file.read().discovery,
    saveDiscoveryState: (discovery) => file.change((now) => ({ ...now, discovery })),
    invalidateCredentials: (what) =>
      file.change(({ client, tokens, discovery, ...rest }) => ({
        ...rest,
        ...(what !== "all" && what !== "client" && client && { client }),
        ...(what !== "all" && what !== "discovery" && discovery && { discovery }),
        // Another process may have refreshed the tokens meanwhile: those are still valid.
        ...((what === "client" || what === "verifier" || what === "discovery" || isOther(tokens, used)) &&
          tokens && { tokens }),
      })),
  }
}

function isOther(tokens: Tokens, used: Tokens): boolean {
  return tokens?.access_token !== used?.access_token
}

type Tokens = { readonly access_token: string } | undefined

/** Whether an address is of this machine. */
export function isHere({ hostname }: URL): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
}

function metadata(redirectUrl: string, scope: string | undefined): OAuthClientMetadata {
  return {
    client_name: "Pawl",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    application_type: isHere(new URL(redirectUrl)) ? "native" : "web",
    ...defined({ scope }),
  }
}
