// A model with flaws: it ends with questions, forgets to call a tool, breaks off, and is cut off.
import { call, type Script } from "@pawl/agent/testing"

/** How often this process has been asked. */
let asked = 0

const script: Script = ({ messages }) => {
  asked++
  const said = messages
    .filter((message) => message.role === "user")
    .map(({ parts }) => parts.map((part) => (part.type === "text" ? part.text : "")).join(""))
  const isAbout = (word: string) => said.some((text) => text.includes(word))
  if (said.at(-1)?.includes("blue")) return { calls: [call("task_completion", { result: "It is blue now." })] }
  if (isAbout("colour"))
    return { text: "Let me ask.", calls: [call("ask_question", { question: "Which?", suggestions: ["red", "blue"] })] }
  if (isAbout("chat") && asked === 1) return "This does not count."
  if (isAbout("chat")) return { calls: [call("converse", { message: "This counts." })] }
  if (isAbout("break") && asked === 1)
    return { text: "Half of", error: { class: "overloaded", code: "529", message: "busy" }, retryAfterMs: 1 }
  return isAbout("break") ? "All of it." : { calls: [call("nothing", { asked })] }
}

export default script
