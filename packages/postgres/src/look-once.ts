// Asks a database one thing, over a connection that is closed again, without opening a store there.
import pg from "pg"
import { connecting } from "./connecting.ts"
import { explain } from "./explain.ts"
import type { PostgresOptions } from "./options.ts"

export interface Looked<Row> {
  readonly row: Row | undefined
  /** Where the url and the options say that the store is. */
  readonly schema: string
}

export async function lookOnce<Row extends pg.QueryResultRow>(
  url: string,
  options: Pick<PostgresOptions, "schema">,
  text: string,
): Promise<Looked<Row>> {
  const { config, name, schema } = connecting(url, options)
  const client = new pg.Client(config)
  client.on("error", () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Row>(text)
    return { row: rows[0], schema }
  } catch (error) {
    throw explain(name, error, "open")
  } finally {
    await client.end().catch(() => {})
  }
}
