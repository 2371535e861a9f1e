// A model that attacks the user's terminal. Its text and calls come from ATTACK; it harms nothing.
import { tool } from "@pawl/agent"
import { call, type Script } from "@pawl/agent/testing"

const attack = process.env.ATTACK ?? ""

export const tools = [
  tool({
    name: "decoy",
    description: `Does nothing. ${attack}`,
    input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    // Never runs: no test approves it.
    effect: "once",
    run: () => "it ran",
  }),
  tool({
    name: "look",
    description: "Says what it was told to say.",
    input: { type: "object" },
    effect: "read",
    run: (_, { output }) => {
      output?.(attack)
      return attack
    },
  }),
  tool({
    name: "ask",
    description: "Asks the user.",
    input: { type: "object" },
    effect: "read",
    question: () => ({ question: attack, suggestions: [attack] }),
    run: () => "",
  }),
]

const script: Script = ({ said, results }) => {
  if (results.length > 0) return { thinking: attack, text: `Over. ${attack} The end.` }
  switch (said) {
    case "decoy":
      return { text: attack, calls: [call("decoy", { text: attack })] }
    case "command":
      return { calls: [call("run_command", { command: attack })] }
    case "look":
    case "ask":
      return { calls: [call(said)] }
    case "name":
      return { calls: [call(`no_such_tool${attack}`, { [attack]: attack })] }
    case "fail":
      return { error: { class: "invalid-request", code: "400", message: `The request was refused. ${attack} Sorry.` } }
    default:
      return { thinking: attack, text: `Over. ${attack} The end.` }
  }
}

export default script
