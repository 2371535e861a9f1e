// A tool that takes the typed answer, for models that keep to the schema of a tool better than to that of an answer. It
// exists only between the request and the model: its call becomes the text of the answer.
import type { Answer, AskedCall } from "../../contracts/answer.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { AskOptions, ModelRequest, ToolDefinition } from "../../contracts/model.ts"
import { once } from "../wire/once.ts"
import { type ObjectSchema, unwrapped } from "./object-schema.ts"

export interface BesideTools {
  readonly name: string
  readonly offered: readonly ToolDefinition[]
  /** Set when a call may name more than what is offered. */
  readonly known?: readonly ToolDefinition[]
}

export class FinalTools {
  /** The same lists for the same tools and schema, so that they are neither written nor counted again. */
  readonly #lists = new WeakMap<
    readonly ToolDefinition[],
    { readonly schema: string; readonly list: readonly ToolDefinition[] }
  >()

  beside({ tools, known }: ModelRequest, schema: JsonObject): BesideTools {
    const name = freeName(known ?? tools)
    const tool = once(defined, schema, (inputSchema) => ({ name, description: DESCRIPTION, inputSchema }))
    const own = tool.name === name ? tool : { ...tool, name }
    return { name, offered: this.#with(tools, own), ...(known && { known: this.#with(known, own) }) }
  }

  #with(tools: readonly ToolDefinition[], tool: ToolDefinition): readonly ToolDefinition[] {
    const schema = JSON.stringify(tool.inputSchema)
    const before = this.#lists.get(tools)
    if (before?.schema === schema) return before.list
    const list = [...tools, tool]
    this.#lists.set(tools, { schema, list })
    return list
  }

  /** Tools come first: an answer that calls others too is not the last. */
  readAnswer(answer: Answer, { name, object, how }: ReadHow): Answer {
    const finals = answer.calls.filter((call) => call.name === name)
    if (finals.length === 0) return answer
    const others = answer.calls.filter((call) => call.name !== name)
    if (others.length > 0) return { ...answer, calls: others }
    const json = dataOf(finals.at(-1) as AskedCall, object)
    const added = answer.text.trim() === "" ? json : `\n\n${json}`
    how.onText(added)
    const text = answer.text.trim() === "" ? json : answer.text + added
    return { ...answer, text, calls: [], stop: answer.stop === "tool-calls" ? "end" : answer.stop }
  }
}

const defined = new WeakMap<JsonObject, ToolDefinition>()

interface ReadHow {
  readonly name: string
  readonly object: ObjectSchema
  readonly how: AskOptions
}

/** What cannot be read is passed on as it came, and reported to the model. */
function dataOf({ arguments: given, unreadable }: AskedCall, object: ObjectSchema): string {
  return unreadable ?? JSON.stringify(unwrapped(given, object))
}

const DESCRIPTION = "Takes the last answer, once everything is done. Its arguments are the answer."

function freeName(tools: readonly ToolDefinition[]): string {
  const isTaken = (name: string) => tools.some((tool) => tool.name === name)
  let name = "final_answer"
  while (isTaken(name)) name += "_"
  return name
}
