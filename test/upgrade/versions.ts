// Two versions of the program pawl: the one of these sources, and the next one, which folds facts to another state, adds a field to a
// fact and a column to the tables. Both keep snapshots after a few facts already, so that each meets those of the other.
import { fileURLToPath } from "node:url"
import { bundledWith, type Edits } from "../bundled.ts"

const PROGRAM = fileURLToPath(new URL("./pawl-program.ts", import.meta.url))
const SNAPSHOT = "packages/agent/src/kernel/state/snapshot.ts"

export type Version = "now" | "next"

export function program(version: Version): Promise<string> {
  return bundledWith(PROGRAM, version, version === "now" ? NOW : NEXT)
}

const soon = (code: string) =>
  code.replace("FIRST_AT = 1000", "FIRST_AT = 5").replace("Math.max(FIRST_AT, lastSnapshot / 5)", "FIRST_AT")

const NOW: Edits = { [SNAPSHOT]: soon }

/** A snapshot of either version is nonsense to the other one. */
function otherState(code: string): string {
  return code
    .replace(/STATE_VERSION = (\d+)/, (_, version) => `STATE_VERSION = ${Number(version) + 1}`)
    .replace("JSON.stringify({ ...state, history:", "JSON.stringify({ ...state, past:")
    .replace("history: State[", "past: State[")
    .replace(
      "{ items: parsed.history, length: parsed.history.length }",
      "{ items: parsed.past, length: parsed.past.length }",
    )
}

const NEXT: Edits = {
  [SNAPSHOT]: (code) => otherState(soon(code)),
  "packages/agent/src/kernel/commands/say.ts": (code) =>
    code.replace("trace: ids.next(),", "trace: ids.next(), build: 'next',"),
  "packages/postgres/src/schema/migrations.ts": (code) =>
    `${code.replace("MIGRATIONS", "UP_TO_NOW")}
export const MIGRATIONS = [...UP_TO_NOW, "alter table sessions add column build text"]
`,
}
