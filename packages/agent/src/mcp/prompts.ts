// Prompts that servers offer: texts with arguments that a person fills in. Never used by a model.
import { wellFormed, wholeText } from "../base/well-formed.ts"
import type { BytesPart, Part } from "../contracts/content.ts"
import { text } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"
import { type AskServer, listAll } from "./ask-server.ts"
import { isRecord } from "./config.ts"
import { resultParts } from "./result-parts.ts"

/** A prompt that a server offers. */
export interface McpPrompt {
  /** The server that offers it. */
  readonly server: string
  /** What the server calls it. */
  readonly name: string
  /** What it is for. */
  readonly description: string
  /** Its arguments, which a person fills in. */
  readonly arguments: readonly PromptArgument[]
}

/** An argument of a prompt. */
export interface PromptArgument {
  /** What the server calls it. */
  readonly name: string
  /** What to fill in. */
  readonly description: string
  /** It must not be empty. */
  readonly required: boolean
}

export async function listPrompts(server: string, ask: AskServer): Promise<readonly McpPrompt[]> {
  const listed = await listAll(ask, "prompts/list", "prompts")
  return listed.flatMap(({ name, title, description, arguments: given }) => {
    // A prompt with half a character in its name could not be requested.
    if (typeof name !== "string" || name === "" || wholeText(name) !== name) return []
    const about = [title, description].filter((each) => typeof each === "string" && each !== "").join(": ")
    return [wellFormed({ server, name, description: about, arguments: argumentsIn(given) })]
  })
}

/** The prompt with its arguments filled in, as content of a message. */
export async function fillPrompt(
  ask: AskServer,
  prompt: McpPrompt,
  given: Readonly<Record<string, string>>,
): Promise<readonly (Part | BytesPart)[]> {
  const missing = prompt.arguments.filter(({ name, required }) => required && given[name] === undefined)
  if (missing.length > 0) {
    const names = missing.map(({ name }) => `${name}=…`).join(" ")
    throw new PawlError(
      "input-invalid",
      `The prompt ${prompt.server}:${prompt.name} needs ${names}. Add these arguments.`,
    )
  }
  const { messages } = await ask("prompts/get", { name: prompt.name, arguments: { ...given } })
  const blocks = Array.isArray(messages) ? messages.filter(isRecord) : []
  const parts = blocks.flatMap(({ role, content }) => {
    const said = resultParts({ content: Array.isArray(content) ? content : [content] })
    // Only the user's text can be sent here, so text that the server writes for the assistant is marked.
    return role === "assistant" ? [text("[as the assistant would say:]"), ...said] : said
  })
  if (parts.length > 0) return parts
  throw new PawlError(
    "input-invalid",
    `The prompt ${prompt.server}:${prompt.name} is empty, so there is nothing to say.`,
  )
}

function argumentsIn(given: unknown): readonly PromptArgument[] {
  const listed = Array.isArray(given) ? given.filter(isRecord) : []
  return listed.map(({ name, description, required }) => ({
    name: String(name),
    description: typeof description === "string" ? description : "",
    required: required === true,
  }))
}
