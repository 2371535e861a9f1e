// Apart from what uses them: their types name nothing of the driver, so users need no types of it.

/** How the PostgreSQL store works. */
export interface PostgresOptions {
  /** The schema of its tables, so that a database can hold several stores; also `?schema=NAME` in the url. Default: "pawl". */
  readonly schema?: string
  /** How many connections it has at most, besides one that listens. Default: 10. */
  readonly connections?: number
  /** How long reads and writes wait for a database that went away, in milliseconds. Default: 30,000. */
  readonly reconnectMs?: number
  /** Called when the connection that listens was lost and is there again: once for each time the database was away. */
  readonly onReconnect?: () => void
}
