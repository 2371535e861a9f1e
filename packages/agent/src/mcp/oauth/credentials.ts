// What a login to a server stores: tokens, and the client registration at its authorisation server. One file per server,
// readable by its owner only; read anew each time, because another process may have refreshed it.
import { createHash, randomUUID } from "node:crypto"
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { OAuthDiscoveryState, StoredOAuthClientInformation, StoredOAuthTokens } from "@modelcontextprotocol/client"
import { type HttpServer, isRecord } from "../config.ts"

/** What a login to a server stores. */
export interface Credentials {
  /** How this program is registered at the authorisation server. */
  readonly client?: StoredOAuthClientInformation
  /** The tokens that the authorisation server gave. */
  readonly tokens?: StoredOAuthTokens
  /** Where the authorisation server is. */
  readonly discovery?: OAuthDiscoveryState
  /** The port the browser returned to: the authorisation server knows this address. */
  readonly redirectPort?: number
  /** Where the browser returned to, if that was not a port of this machine. */
  readonly redirectUrl?: string
  /** What the server required when it last refused us: the next login asks for it. */
  readonly wanted?: Challenge
}

/** What a server requires of a login. */
export interface Challenge {
  /** The rights that the tokens need, as the server names them. */
  readonly scope?: string
  /** Where the server describes its authorisation. */
  readonly resourceMetadataUrl?: string
}

export interface CredentialFile {
  read(): Credentials
  change(how: (now: Credentials) => Credentials): void
  /** False when there was nothing to forget. */
  forget(): boolean
}

export function credentialFile(folder: string, server: HttpServer): CredentialFile {
  const path = join(folder, `${server.key}.${identityOf(server)}.json`)
  return {
    read: () => read(path, server),
    change(how) {
      const next = how(read(path, server))
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomUUID()}`
      writeFileSync(draft, JSON.stringify({ v: VERSION, url: server.url, ...next }), { mode: 0o600 })
      // The process's umask may leave more open than that.
      chmodSync(draft, 0o600)
      renameSync(draft, path)
    },
    forget() {
      const known = read(path, server)
      rmSync(path, { force: true })
      return known.tokens !== undefined || known.client !== undefined
    },
  }
}

/** Credentials that are not stored: a login that fails or is given up leaves the stored ones as they are. */
export function heldCredentials(first: Credentials): CredentialFile {
  let now = first
  return {
    read: () => now,
    change(how) {
      now = how(now)
    },
    forget() {
      now = {}
      return true
    },
  }
}

const VERSION = 1

/** Another address or another client is another login. */
function identityOf({ url, oauth = {} }: HttpServer): string {
  const { clientId = "", clientMetadataUrl = "" } = oauth
  return createHash("sha256")
    .update(JSON.stringify([url, clientId, clientMetadataUrl]))
    .digest("hex")
    .slice(0, 24)
}

/** Missing, damaged, or for another address: counts as not logged in. */
function read(path: string, server: HttpServer): Credentials {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, "utf8"))
    if (!isRecord(stored) || stored.v !== VERSION || stored.url !== server.url) return {}
    const { v: _version, url: _url, ...credentials } = stored
    return credentials // We wrote it ourselves.
  } catch {
    return {}
  }
}
