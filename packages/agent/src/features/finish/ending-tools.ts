// Tools that end a turn, for profiles in which every answer must call one: done, a question, or just talk.
import { type Tool, tool } from "../../tools/tool.ts"

const MAX_SUGGESTIONS = 4

export function endingTools(): readonly Tool[] {
  return [taskCompletion, askQuestion, converse]
}

const taskCompletion = tool({
  name: "task_completion",
  description: "Ends the turn when the task is done. Say what was done, and what was not.",
  input: oneText("result", "What the user is told."),
  effect: "read",
  lastWords: ({ result }) => ({ text: String(result) }),
  run: () => "",
})

const askQuestion = tool({
  name: "ask_question",
  description: "Ends the turn with a question that only the user can answer.",
  input: {
    type: "object",
    properties: {
      question: { type: "string", minLength: 1 },
      suggestions: {
        type: "array",
        items: { type: "string" },
        maxItems: MAX_SUGGESTIONS,
        description: "Up to four answers the user may choose from.",
      },
    },
    required: ["question"],
    additionalProperties: false,
  },
  effect: "read",
  lastWords: ({ question, suggestions }) => ({
    text: String(question),
    ...(Array.isArray(suggestions) && suggestions.length > 0 && { suggestions: suggestions.map(String) }),
  }),
  run: () => "",
})

const converse = tool({
  name: "converse",
  description: "Ends the turn with a message, when there is nothing to do but talk.",
  input: oneText("message", "What the user is told."),
  effect: "read",
  lastWords: ({ message }) => ({ text: String(message) }),
  run: () => "",
})

function oneText(name: string, description: string) {
  return {
    type: "object",
    properties: { [name]: { type: "string", minLength: 1, description } },
    required: [name],
    additionalProperties: false,
  }
}
