// A model that looks once and stops short, until it is asked again. As a judge it finds every answer unfinished.
import type { Script } from "@pawl/agent/testing"

const script: Script = ({ messages, results, said, request }) => {
  if (request.system.startsWith("You check the work")) return '{"verdict": "unfinished"}'
  if (messages.some((message) => message.role === "user" && /give it again/.test(JSON.stringify(message))))
    return "Now all 3 are read."
  return results.length === 0 && said !== ""
    ? { calls: [{ name: "list_directory", arguments: {} }] }
    : "1 done, 2 remaining."
}

export default script
