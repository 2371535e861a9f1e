// A call's arguments as observers see them: without secrets, and short.
import type { JsonObject } from "../contracts/json.ts"
import { redact } from "../secrets/redact.ts"

const MAX_CHARS = 300

export function shortArguments(given: JsonObject, most = MAX_CHARS): string {
  // Masked before it is cut, because the mask does not recognise half a key.
  const text = redact(JSON.stringify(given))
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`
}
