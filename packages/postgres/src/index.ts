// The public API of @pawl/postgres.

export type { PostgresOptions } from "./options.ts"
export { postgres } from "./postgres.ts"
