// Authorisation while the agent works: stored tokens are used and refreshed. This code never opens a login page; a server
// that requires one causes a `LoginNeeded` error.
import {
  type AuthProvider,
  auth,
  extractWWWAuthenticateParams,
  InsufficientScopeError,
} from "@modelcontextprotocol/client"
import { defined } from "../../base/defined.ts"
import type { HttpServer } from "../config.ts"
import { withoutClientWarnings } from "./client-warnings.ts"
import { type Challenge, type CredentialFile, credentialFile } from "./credentials.ts"
import { LoginNeeded } from "./login-needed.ts"
import { oauthProvider } from "./provider.ts"

export interface RunAuth {
  readonly provider: AuthProvider
  /** Stores what the server requires, for the next login. */
  note(error: unknown): void
}

/** `folder`: where logins are kept. `onSecret` receives the tokens before they are sent anywhere. */
export function runAuth(server: HttpServer, folder: string, onSecret: (value: string) => void = () => {}): RunAuth {
  const file = credentialFile(folder, server)
  // Many calls may be refused at once; one refresh serves all of them.
  let refreshing: Promise<void> | undefined
  return {
    provider: {
      async token() {
        const { access_token: token, refresh_token: next } = file.read().tokens ?? {}
        for (const each of [token, next]) if (each !== undefined) onSecret(each)
        return token
      },
      async onUnauthorized({ response, serverUrl, fetchFn }) {
        const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
        const challenge = challengeOf(scope, resourceMetadataUrl)
        refreshing ??= refresh(server, file, { challenge, serverUrl, fetchFn }).finally(() => {
          refreshing = undefined
        })
        await refreshing
      },
    },
    note(error) {
      if (!InsufficientScopeError.isInstance(error)) return
      want(file, challengeOf(error.requiredScope, error.resourceMetadataUrl))
    },
  }
}

interface Refused {
  readonly challenge: Challenge
  readonly serverUrl: URL
  readonly fetchFn: Parameters<NonNullable<AuthProvider["onUnauthorized"]>>[0]["fetchFn"]
}

async function refresh(server: HttpServer, file: CredentialFile, refused: Refused): Promise<void> {
  const { challenge, serverUrl, fetchFn } = refused
  const needed = new LoginNeeded(challenge)
  if (file.read().tokens?.refresh_token === undefined) {
    want(file, challenge)
    throw needed
  }
  const noPage = {
    redirectUrl: `http://127.0.0.1:${file.read().redirectPort ?? 0}/callback`,
    state: "",
    show() {
      want(file, challenge)
      throw needed
    },
  }
  const { resourceMetadataUrl } = challenge
  const how = {
    serverUrl,
    fetchFn,
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
  }
  await withoutClientWarnings(() => auth(oauthProvider(server, file, noPage), how))
}

function want(file: CredentialFile, wanted: Challenge): void {
  try {
    file.change((now) => ({ ...now, wanted }))
  } catch {
    // Not fatal: the login asks the server again.
  }
}

export function challengeOf(scope: string | undefined, resourceMetadataUrl: URL | undefined): Challenge {
  return {
    ...defined({ scope }),
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: resourceMetadataUrl.href }),
  }
}
