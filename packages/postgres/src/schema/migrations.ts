// The migrations: the version in the table "store" says how many of them a database has. While machines are upgraded one by one, an
// older Pawl works on newer tables. So a migration only adds what an older one need not know: a table, a column with a default or
// that may be null, an index, a function of another name. What is to be removed goes in a later version, which raises USABLE_FROM.
import { APPENDS_WITHOUT_SETTING } from "./append-function.ts"
import { FUNCTIONS } from "./functions.ts"
import { QUEUE } from "./queue.ts"
import { RATES } from "./rates.ts"
import { TABLES } from "./tables.ts"
import { TIES } from "./ties.ts"

export const MIGRATIONS: readonly string[] = [`${TABLES}\n${FUNCTIONS}`, QUEUE, RATES, TIES, APPENDS_WITHOUT_SETTING]

/** The oldest Pawl, by the number of migrations that it knows, that can use a database with all of these. */
export const USABLE_FROM = 1
