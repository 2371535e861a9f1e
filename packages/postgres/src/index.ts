// The public API of @pawl/postgres.

export type { PostgresOptions } from "./connecting.ts"
export { postgres } from "./postgres.ts"
