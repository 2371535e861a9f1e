// A call's arguments as somebody who watches may see them: without secrets, and short.
import type { JsonObject } from "../contracts/json.ts"
import { redact } from "../secrets/redact.ts"

const MAX_CHARS = 300

export function shortArguments(given: JsonObject, most = MAX_CHARS): string {
  // Redacted before it is cut: half a key would not be known for one.
  const text = redact(JSON.stringify(given))
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`
}
