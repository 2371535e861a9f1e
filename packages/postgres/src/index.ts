// The public API of @pawl/postgres.

export { hasStore } from "./has-store.ts"
export type { PostgresOptions } from "./options.ts"
export { postgres } from "./postgres.ts"
export { sameStore } from "./same-store.ts"
