// Tool that asks the user a question within the turn: the call waits, and the answer is its result.
import { type Tool, tool } from "../../tools/tool.ts"

export const ASK_USER = "ask_user"
const MAX_OPTIONS = 4

export function askUser(): Tool {
  return tool({
    name: ASK_USER,
    description:
      "Asks the user something, and waits for the answer. For what only they can decide or know, when you cannot go on without it; not for what a tool can find out.",
    input: {
      type: "object",
      properties: {
        question: { type: "string", minLength: 1 },
        options: {
          type: "array",
          items: { type: "string", minLength: 1 },
          maxItems: MAX_OPTIONS,
          description: "Two to four answers to choose from. The user may always answer in other words.",
        },
      },
      required: ["question"],
      additionalProperties: false,
    },
    effect: "read",
    question: ({ question, options }) => ({
      question: String(question),
      suggestions: Array.isArray(options) ? options.map(String) : [],
    }),
    run: () => "",
  })
}
