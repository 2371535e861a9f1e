// The texts of the structured dialect: every answer is JSON, and tool results are observations.
import { defined } from "../../../base/defined.ts"
import type { WriteOptions } from "../../../contracts/dialect.ts"
import type { JsonObject } from "../../../contracts/json.ts"
import type { AssistantMessage } from "../../../contracts/message.ts"
import type { ModelRequest, ToolDefinition } from "../../../contracts/model.ts"
import { sortedByName } from "../../wire/names.ts"
import { once } from "../../wire/once.ts"
import { DECISION, FINAL } from "../reading/decision.ts"
import { exampleArguments, exampleTool, toolList } from "./tool-list.ts"
import { unionSchema } from "./union-schema.ts"
import { joined, type TextOptions, type Wording, writer } from "./writer.ts"
import { callsOf } from "./xml-wording.ts"

export const STRUCTURED_RIGHT = `Write one JSON object and nothing else: {"type": "${FINAL}", "answer": "..."} or {"type": "TOOL", "arguments": {}}.`

/** With an answer schema, the object is nested in a wrapper object. */
export function structuredWriter(options: TextOptions): (request: ModelRequest, how: WriteOptions) => ModelRequest {
  const free = writer(wordingFor(false), options)
  const held = writer(wordingFor(true), options)
  // Cached per provider, since one dialect may serve several, and per tool list, since it is the same in every request.
  const fitted = new WeakMap<object, WeakMap<readonly ToolDefinition[], JsonObject>>()
  return (given, { jsonSchema, fit }) => {
    // The type of the final answer becomes part of the schema of all answers.
    const { answerSchema: answer, isTyped: _typed, ...request } = given
    if (!jsonSchema) return free(request)
    if (answer !== undefined) {
      const answerSchema = unionSchema(sortedByName(request.tools), { answer, ...defined({ fit }) })
      return { ...held(request), answerSchema }
    }
    const schemas = once(fitted, fit ?? AS_THEY_ARE, () => new WeakMap())
    const answerSchema = once(schemas, request.tools, (tools) => unionSchema(sortedByName(tools), defined({ fit })))
    return { ...held(request), answerSchema }
  }
}

const AS_THEY_ARE = {}

function wordingFor(isHeld: boolean): Wording {
  const written = (object: JsonObject) => JSON.stringify(isHeld ? { [DECISION]: object } : object)
  return {
    explain(tools) {
      const shown = exampleTool(tools)
      const final = written({
        type: FINAL,
        thought: "Why this answers the question.",
        answer: "The answer for the user.",
      })
      const call = shown && written({ type: shown.name, thought: "Why this tool.", arguments: exampleArguments(shown) })
      const examples =
        call === undefined ? [`To answer:\n${final}`] : [`To use a tool:\n${call}`, `To answer:\n${final}`]
      const list =
        tools.length === 0
          ? ""
          : joined(
              "# Tools",
              toolList(tools, ({ name }) => name),
            )
      return joined(RULES, ...examples, call === undefined ? "" : OBSERVATION, list)
    },
    answer: ({ text: thought, ...message }) =>
      callsOf({ text: thought, ...message })
        .map((call, index) => ({
          type: call.name,
          ...(index === 0 && thought !== "" && { thought }),
          arguments: call.arguments,
        }))
        .map(written)
        .join("\n"),
    plainAnswer: (message: AssistantMessage) => written({ type: FINAL, answer: message.text }),
    result: (name, failed) => ({ before: `Observation from ${name}${failed ? " (failed)" : ""}: `, after: "" }),
  }
}

const RULES = `# Your answers

Every answer is one JSON object and nothing else: no text around it, no code block. Its "type" says what it is.`

const OBSERVATION = "What a tool returned comes in the next message, as an observation."
