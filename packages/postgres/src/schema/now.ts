// The clock of the database: the same for all machines.

/** Milliseconds since 1970, as SQL. */
export const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint"

/** The same for a whole statement, so that it can be looked up in an index. */
export const STATEMENT_NOW = "(extract(epoch from statement_timestamp()) * 1000)::bigint"
