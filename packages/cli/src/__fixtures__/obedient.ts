// A model that makes the calls in its prompt: a list of [tool, arguments], as JSON.
import type { JsonObject } from "@pawl/agent"
import { call, type Script } from "@pawl/agent/testing"

const script: Script = ({ said, results }) => {
  if (results.length > 0 || !said.startsWith("[[")) return "Done."
  return { calls: (JSON.parse(said) as readonly [string, JsonObject][]).map(([name, given]) => call(name, given)) }
}

export default script
