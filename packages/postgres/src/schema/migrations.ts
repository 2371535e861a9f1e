// The migrations: the version in the table "store" says how many of them a database has.
import { FUNCTIONS } from "./functions.ts"
import { TABLES } from "./tables.ts"

export const MIGRATIONS: readonly string[] = [`${TABLES}\n${FUNCTIONS}`]
