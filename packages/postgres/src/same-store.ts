// Whether two urls lead to one store: a server has many names, and a copy of a store onto itself would be none.
import { lookOnce } from "./look-once.ts"

/**
 * Whether two urls name the same store: the same schema of the same database of the same server, whatever the server is called.
 * Changes nothing, and needs no rights beyond the login. Rejects when a database cannot be reached.
 *
 * @example
 * ```ts
 * import { sameStore } from "@pawl/postgres"
 *
 * await sameStore("postgres://pawl@localhost/pawl", "postgres://pawl@127.0.0.1/pawl?schema=pawl") // true
 * ```
 */
export async function sameStore(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([placeOf(one), placeOf(other)])
  return first === second
}

/**
 * A server is known by the microsecond in which it started: addresses and ports are not the same through a socket, a tunnel or a
 * container. The address of a standby, which has the same databases, is another server.
 */
const PLACE = `select extract(epoch from pg_postmaster_start_time())::text as started, oid::text as database
  from pg_database where datname = current_database()`

async function placeOf(url: string): Promise<string> {
  const { row, schema } = await lookOnce<{ readonly started: string; readonly database: string }>(url, {}, PLACE)
  return [row?.started, row?.database, schema].join(" ")
}
