// Reads the url of a database: what the driver takes from it, and what we decide ourselves: the schema, and what each sslmode means.
import { PawlError } from "@pawl/agent"
import { messageOf } from "@pawl/agent/store"
import { parse } from "pg-connection-string"

export type FromUrl = ReturnType<typeof parse>

/** `schema`: what the url says of it, unchecked. */
export interface ReadUrl {
  readonly given: FromUrl
  readonly schema: string | undefined
}

export function readUrl(url: string): ReadUrl {
  const mode = sslModeOf(url)
  const { schema, ...given } = parsed(mode === undefined ? url : url.replaceAll(SSL_MODE, "$1"))
  const read = { schema: typeof schema === "string" ? schema : undefined }
  return { given: mode === undefined ? given : { ...given, ssl: tlsFor(mode, given.ssl) }, ...read }
}

/** With an authority of its own, and a certificate of the client, where files of them are named. */
type Tls = Exclude<FromUrl["ssl"], undefined>

/**
 * Not left to the driver, which warns that it is going to make some of them weaker. All that stand for TLS check the certificate and
 * the name in it: who wants less has to say so.
 */
const TLS: Readonly<Record<string, (files: object) => Tls>> = {
  disable: () => false,
  "no-verify": (files) => ({ ...files, rejectUnauthorized: false }),
  prefer: (files) => ({ ...files }),
  require: (files) => ({ ...files }),
  "verify-ca": (files) => ({ ...files }),
  "verify-full": (files) => ({ ...files }),
}

function tlsFor(mode: string, ssl: FromUrl["ssl"]): Tls {
  const decide = Object.hasOwn(TLS, mode) ? TLS[mode] : undefined
  if (decide !== undefined) return decide(typeof ssl === "object" ? ssl : {})
  throw new PawlError(
    "config-invalid",
    `The url of the database says sslmode=${mode}, which there is not. Write one of ${Object.keys(TLS).join(", ")}.`,
  )
}

const SSL_MODE = /([?&])sslmode=[^&#]*/g

/** Undefined also where the url wants libpq's own, weaker meanings: those the driver knows. */
function sslModeOf(url: string): string | undefined {
  const [, query = ""] = /\?([^#]*)/.exec(url) ?? []
  const words = new URLSearchParams(query)
  return words.get("uselibpqcompat") === "true" ? undefined : words.getAll("sslmode").at(-1)
}

function parsed(url: string): FromUrl {
  try {
    return parse(url)
  } catch (cause) {
    // The url itself may hold a password, so it is not repeated.
    throw new PawlError(
      "config-invalid",
      `The url of the database cannot be read: ${messageOf(cause).replaceAll(url, "it")}.`,
    )
  }
}
