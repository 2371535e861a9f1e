// Looks for a store without making one: for programs that must not leave tables where they only wanted to read.
import { lookOnce } from "./look-once.ts"
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
  const text = "select to_regclass('store') is not null as found"
  const { row } = await lookOnce<{ readonly found: boolean }>(url, options, text)
  return row?.found === true
}
