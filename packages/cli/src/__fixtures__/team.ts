// A model that delegates, keeps a task list and takes notes, as its prompt says.
import { call, type Script } from "@pawl/agent/testing"

const script: Script = (request) => {
  const { said, results } = request
  const last = results.map(({ text }) => text).join("; ")
  if (said === "team" || said === "look") {
    request.needTool("delegate")
    const kind = said === "look" ? { kind: "read-only" } : {}
    return results.length === 0
      ? { calls: [call("delegate", { task: "write it", title: "Writer", ...kind })] }
      : `It came back: ${last}`
  }
  if (said === "write it")
    return results.length === 0 ? { calls: [call("write_file", { path: "w.txt", content: "hi" })] } : `Writer: ${last}`
  if (said === "list") {
    request.needTool("tasks")
    if (results.length === 0) return { calls: [call("tasks", { action: "create", titles: ["plant", "water"] })] }
    if (results.length === 1) return { calls: [call("tasks", { action: "update", id: 2, after: [1] })] }
    return "There is a question for you: which plant?"
  }
  if (said === "note")
    return results.length === 0
      ? { calls: [call("notes", { action: "add", text: "Ann likes ferns", tags: ["ann"] })] }
      : last
  return `You said: ${said}`
}

export default script
