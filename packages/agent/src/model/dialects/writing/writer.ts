// Rewrites a request as a conversation in plain text: calls and results become text, and the prompt explains the tools.
// Written messages are cached, so that a long history is not rewritten each round.
import { type Part, text } from "../../../contracts/content.ts"
import type { AssistantMessage, Message, ToolMessage, UserMessage } from "../../../contracts/message.ts"
import type { ModelRequest, ToolDefinition } from "../../../contracts/model.ts"
import { sortedByName } from "../../wire/names.ts"
import { once } from "../../wire/once.ts"

export interface TextOptions {
  /** Where the tools are explained: in the system prompt, or in the last user message. */
  readonly toolsIn?: "system" | "turn"
}

/** The texts of a dialect. */
export interface Wording {
  /** Explains how to call and which tools exist. The order is stable, so that prompt caches stay valid. */
  explain(tools: readonly ToolDefinition[]): string
  /** An answer with calls, as the model would have written it. */
  answer(message: AssistantMessage, tools: readonly ToolDefinition[]): string
  /** An answer without calls; unchanged unless the dialect has a form for it. */
  plainAnswer?(message: AssistantMessage): string
  /** The text before and after a result. */
  result(name: string, failed: boolean): { readonly before: string; readonly after: string }
}

type Rewrite = (request: ModelRequest) => ModelRequest

export function writer(wording: Wording, { toolsIn = "system" }: TextOptions = {}): Rewrite {
  const explained = new WeakMap<readonly ToolDefinition[], string>()
  const conversation = new Conversation(wording)
  return (request) => {
    const explanation = once(explained, request.tools, (tools) => wording.explain(sortedByName(tools)))
    const last = request.messages.findLastIndex(({ role }) => role === "user")
    const isInTurn = toolsIn === "turn" && last >= 0
    const messages = isInTurn
      ? request.messages.with(last, conversation.withExplanation(request.messages[last] as UserMessage, explanation))
      : request.messages
    return {
      ...request,
      system: isInTurn ? request.system : joined(request.system, explanation),
      messages: conversation.write(messages, request.tools),
      tools: [],
    }
  }
}

class Conversation {
  readonly #wording: Wording
  readonly #written = new WeakMap<Message, Message>()
  readonly #merged = new WeakMap<Message, { readonly of: readonly Message[]; readonly message: Message }>()
  readonly #explained = new WeakMap<Message, { readonly explanation: string; readonly message: UserMessage }>()

  constructor(wording: Wording) {
    this.#wording = wording
  }

  /** Leaves only user and assistant messages, never two of the same role in a row: many chat templates refuse that. */
  write(messages: readonly Message[], tools: readonly ToolDefinition[]): readonly Message[] {
    const written: Message[] = []
    let said: Message[] = []
    const tell = () => {
      if (said.length > 0) written.push(this.#together(said, tools))
      said = []
    }
    for (const message of messages) {
      const [first] = said
      if (first !== undefined && isAnswer(first) !== isAnswer(message)) tell()
      said.push(message)
    }
    tell()
    return written
  }

  withExplanation(message: UserMessage, explanation: string): UserMessage {
    const known = this.#explained.get(message)
    if (known?.explanation === explanation) return known.message
    const made: UserMessage = {
      role: "user",
      parts: explanation === "" ? message.parts : [text(explanation), ...message.parts],
    }
    this.#explained.set(message, { explanation, message: made })
    return made
  }

  /** `said` is not empty, and either all of it is the assistant's or none of it. */
  #together(said: readonly Message[], tools: readonly ToolDefinition[]): Message {
    const [first, ...more] = said as readonly [Message, ...Message[]]
    if (more.length === 0) return this.#one(first, tools)
    const known = this.#merged.get(first)
    if (known?.of.length === said.length && known.of.every((each, index) => each === said[index])) return known.message
    const message = joinedMessage(said.map((each) => this.#one(each, tools)))
    this.#merged.set(first, { of: said, message })
    return message
  }

  #one(message: Message, tools: readonly ToolDefinition[]): Message {
    if (message.role !== "assistant") return this.#user(message)
    return once(this.#written, message, () => this.#answer(message, tools))
  }

  #user(message: Message): UserMessage {
    if (message.role === "user") return message
    return once(this.#written, message, () => resultOf(message as ToolMessage, this.#wording)) as UserMessage
  }

  /**
   * Drops all thinking: signed thinking belongs to native calls, which are text now, and other thinking is not sent
   * back either.
   */
  #answer(message: AssistantMessage, tools: readonly ToolDefinition[]): Message {
    const { plainAnswer } = this.#wording
    if (message.calls.length > 0)
      return { ...message, text: this.#wording.answer(message, tools), calls: [], reasoning: [] }
    return { ...message, reasoning: [], ...(plainAnswer !== undefined && { text: plainAnswer(message) }) }
  }
}

function isAnswer({ role }: Message): boolean {
  return role === "assistant"
}

/** Joins messages of one role. Thinking is dropped: a provider signs it for one answer, not for several joined ones. */
function joinedMessage(messages: readonly Message[]): Message {
  const answers = messages.filter((message): message is AssistantMessage => message.role === "assistant")
  const [first] = answers
  if (first !== undefined) return { ...first, text: joined(...answers.map((answer) => answer.text)), reasoning: [] }
  return { role: "user", parts: messages.flatMap((message) => (message.role === "user" ? message.parts : [])) }
}

/** Wraps text in the dialect's wording; images and long text stay separate parts. */
function resultOf({ name, failed, parts }: ToolMessage, wording: Wording): UserMessage {
  const { before, after } = wording.result(name, failed)
  const isPlain = parts.every((part) => part.type === "text")
  const shown = parts.map((part) => (part.type === "text" ? part.text : "")).join("\n")
  if (isPlain) return { role: "user", parts: [text(before + shown + after)] }
  const around: readonly Part[] = after === "" ? [] : [text(after.trim())]
  return { role: "user", parts: [text(before.trim()), ...parts, ...around] }
}

export function joined(...texts: readonly string[]): string {
  return texts.filter((each) => each !== "").join("\n\n")
}
