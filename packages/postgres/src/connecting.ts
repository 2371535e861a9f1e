// From a url and options to what each connection is opened with.
import { PawlError } from "@pawl/agent"
import { type Names, refuseUnknown } from "@pawl/agent/store"
import pg from "pg"
import type { PostgresOptions } from "./options.ts"
import { type FromUrl, readUrl } from "./read-url.ts"

const OPTIONS: Names<PostgresOptions> = { schema: true, connections: true, reconnectMs: true, onReconnect: true }

export interface Connecting {
  readonly config: pg.ClientConfig
  /** The database as messages name it: without user and password. */
  readonly name: string
  readonly schema: string
  readonly connections: number
  readonly reconnectMs: number
  readonly onReconnect?: (() => void) | undefined
}

export function connecting(url: string, options: PostgresOptions): Connecting {
  if (typeof url !== "string" || !/^postgres(?:ql)?:\/\//.test(url))
    throw new PawlError("config-invalid", `The url of the database must begin with postgres://. Write ${INSTEAD}.`)
  refuseUnknown("postgres", options, OPTIONS, { code: "config-invalid", instead: `Write ${INSTEAD}.` })
  const { connections = 10, reconnectMs = 30_000, onReconnect } = options
  const { given, schema: inUrl } = readUrl(url)
  const schema = schemaOf(options.schema, inUrl)
  if (!Number.isInteger(connections) || connections < 1) throw invalid("connections", connections, "1 or more")
  if (!(reconnectMs >= 0)) throw invalid("reconnectMs", reconnectMs, "0 or more")
  return { ...configFrom(given, schema), schema, connections, reconnectMs, onReconnect }
}

const INSTEAD = 'postgres("postgres://user:password@host:5432/database")'

/** Two that differ are refused, since sessions in the wrong one would seem to be lost. */
function schemaOf(option: string | undefined, inUrl: string | undefined): string {
  const schema = option ?? inUrl ?? "pawl"
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema))
    throw invalid("schema", schema, "at most 40 small letters, digits and underscores")
  if (inUrl === undefined || inUrl === schema) return schema
  throw new PawlError(
    "config-invalid",
    `postgres's schema is ${JSON.stringify(schema)}, and ${JSON.stringify(inUrl)} in the url. Write one of them.`,
  )
}

function invalid(option: string, value: unknown, allowed: string): PawlError {
  return new PawlError("config-invalid", `postgres's ${option} is ${JSON.stringify(value)}. Write ${allowed}.`)
}

const SESSION = [
  // What is looked at after a row is locked has to be as new as the lock.
  "default_transaction_isolation=read\\ committed",
  // A process that stands still must not keep rows locked.
  "idle_in_transaction_session_timeout=2s",
  "lock_timeout=20s",
  // To compile these short statements takes longer than to run them.
  "jit=off",
]

function configFrom(fromUrl: FromUrl, schema: string): Pick<Connecting, "config" | "name"> {
  const { host, port, database, options, ...given } = fromUrl
  const config = {
    ...given,
    ...(host && { host }),
    ...(port && { port: Number(port) }),
    ...(database && { database }),
    application_name: given.application_name ?? "pawl",
    // In the first packet, so that no connection is ever without them.
    options: [options ?? "", `search_path=${schema}`, ...SESSION].join(" -c "),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser },
  }
  const where = `${host || "localhost"}${port ? `:${port}` : ""}`
  // What pg-connection-string returns fits pg, but for its looser types.
  return { config: config as pg.ClientConfig, name: `"${database ?? ""}" on ${where}` }
}

const INT8 = 20

/** Numbers of 64 bits as numbers: none of ours is beyond 2^53. */
function getTypeParser(oid: number, format?: "text" | "binary"): unknown {
  if (oid === INT8) return Number
  return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text")
}
