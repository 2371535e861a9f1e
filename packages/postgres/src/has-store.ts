// Looks for a store without making one: for programs that must not leave tables where they only wanted to read.
import pg from "pg"
import { connecting } from "./connecting.ts"
import { explain } from "./explain.ts"
import type { PostgresOptions } from "./options.ts"

/**
 * Whether a database has a store. Changes nothing. Rejects when the database cannot be reached.
 *
 * @example
 * ```ts
 * import { hasStore } from "@pawl/postgres"
 *
 * if (!(await hasStore("postgres://pawl@db.example/pawl"))) console.log("There are no sessions yet.")
 * ```
 */
export async function hasStore(url: string, options: Pick<PostgresOptions, "schema"> = {}): Promise<boolean> {
  const { config, name } = connecting(url, options)
  const client = new pg.Client(config)
  client.on("error", () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ readonly found: boolean }>("select to_regclass('store') is not null as found")
    return rows[0]?.found === true
  } catch (error) {
    throw explain(name, error)
  } finally {
    await client.end().catch(() => {})
  }
}
