// The model of most tests: repeats its prompt, and makes the calls that the prompt names.
import { appendFileSync } from "node:fs"
import { tool } from "@pawl/agent"
import { call, type Script } from "@pawl/agent/testing"
import { processWorld, world } from "../world.ts"

const path = { type: "object", properties: { text: { type: "string" } }, required: ["text"] } as const

export const tools = [
  tool({
    name: "note",
    description: "Adds a line to a file outside of the log.",
    input: path,
    effect: "once",
    run: ({ text }) => {
      appendFileSync(process.env.NOTES ?? "/dev/null", `${text}\n`)
      return `noted ${text}`
    },
  }),
  tool({
    name: "ask",
    description: "Asks the user.",
    input: path,
    effect: "read",
    question: ({ text }) => ({ question: String(text), suggestions: ["red", "blue"] }),
    run: () => "",
  }),
  tool({
    name: "die",
    description: "Takes effect, and the process is gone.",
    input: path,
    effect: "once",
    approval: false,
    run: ({ text }) => {
      if (world() !== processWorld) throw new Error("This process is not the command's own: spawn it.")
      appendFileSync(process.env.NOTES ?? "/dev/null", `${text}\n`)
      process.kill(process.pid, "SIGKILL")
      return new Promise<string>(() => {})
    },
  }),
  tool({
    name: "hang",
    description: "Never ends by itself.",
    input: { type: "object" },
    effect: "read",
    run: (_, { signal }) =>
      new Promise<string>((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped")))),
  }),
]

/** How often this process has refused to answer. */
let refusals = 0

const script: Script = ({ said, results, messages }) => {
  const [first] = results
  if (first !== undefined) return `${first.name}: ${first.text}`
  const [, word = "", rest = ""] = /^(\w+)[ :]?([\s\S]*)$/.exec(said) ?? []
  if (word === "note" || word === "ask" || word === "die") return { calls: [call(word, { text: rest })] }
  if (word === "ask_user") return { calls: [call(word, { question: rest, options: ["red", "blue"] })] }
  if (word === "hang") return { text: "Waiting now.", calls: [call("hang")] }
  if (word === "loop") return { calls: [call("note", { text: rest })] }
  if (word === "length") return `${said.length} characters`
  if (word === "turns") return `${messages.filter(({ role }) => role === "user").length} messages`
  if (word === "badkey")
    return { error: { class: "auth", code: "401", message: "invalid key Bearer abcdefghijklmnop" } }
  if (word === "badconfig")
    return { error: { class: "config", code: "no-such-model", message: "there is no such model" } }
  if (word === "broken") return { error: { class: "invalid-request", code: "400", message: "the request was refused" } }
  if (word === "think") return { thinking: "Let me see.\nIt is easy.", text: `I thought about ${rest}.` }
  if (word === "flaky" && ++refusals < 3)
    return { error: { class: "overloaded", code: "529", message: "too much to do" }, retryAfterMs: 1 }
  if (word === "limited" && ++refusals < 2)
    return { error: { class: "rate-limit", code: "429", message: "too many requests" }, retryAfterMs: 1999 }
  if (word === "escape") return "plain \u001b[31mred\u001b[0m \u0007bell"
  return `You said: ${said}`
}

export default script
