// What went wrong, in the words of the reader. The server's own errors say what happened and what to do.
import { PawlClientError } from "@pawl/client"
import { t } from "../i18n/words.ts"

/** No answer came. It is over as soon as the server is back. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof PawlClientError && error.code === "server-unreachable"
}

/** Each browser says in its own words that it found no code where the page has it: after an update it stands elsewhere. */
const NO_CODE = /dynamically imported module|Importing a module script failed/i

function isOutdated(error: unknown): boolean {
  return error instanceof TypeError && NO_CODE.test(error.message)
}

export function problemWords(error: unknown): string {
  if (isUnreachable(error)) return t("app.unreachable")
  if (isOutdated(error)) return t("app.outdated")
  return error instanceof Error ? error.message : String(error)
}
