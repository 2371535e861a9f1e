// Asks a model for an answer that fits a JSON Schema, in the form that it can be made to keep to: by its provider's
// response format, by a tool that takes the answer, or by the prompt. Whatever the form, the answer comes back as JSON in
// its text, so a fallback to another model, and the log, need not know about it.
import type { Answer, Reply } from "../../contracts/answer.ts"
import { Asking } from "../../contracts/asking.ts"
import type { JsonObject } from "../../contracts/json.ts"
import {
  type AnswerForm,
  type AnswerForms,
  type AskOptions,
  type Model,
  type ModelRequest,
  sentCharsOf,
  withAsk,
} from "../../contracts/model.ts"
import { FinalTools } from "./final-tool.ts"
import { hasOddNames, isClosed, type ObjectSchema, objectSchema, unwrappedText } from "./object-schema.ts"
import { fieldWords, formatWords, promptWords, toolWords } from "./words.ts"

/** `dialect`: how the model's calls are written. */
export function withTypedAnswers(model: Model, dialect: string): Model {
  const asking = new TypedAsking(model, dialect)
  return {
    ...withAsk(model, (request, how) =>
      request.isTyped === true ? asking.ask(request, how) : model.ask(request, how),
    ),
    sentChars: (request) => sentCharsOf(model, request.isTyped === true ? asking.written(request).request : request),
  }
}

/** A request in one of the forms, and how its answer is read. */
interface Written {
  readonly form: AnswerForm | "field"
  readonly request: ModelRequest
  readonly object: ObjectSchema
  /** The name of the tool that takes the answer. */
  readonly tool?: string
}

class TypedAsking {
  readonly #model: Model
  readonly #dialect: string
  readonly #forms: AnswerForms
  readonly #tools = new FinalTools()
  /** The provider refused a response format: it is not tried again. */
  #refusesFormat = false

  constructor(model: Model, dialect: string) {
    this.#model = model
    this.#dialect = dialect
    const { takesAnswerSchema, answerForms } = model
    const usual: AnswerForms = { alone: takesAnswerSchema === true ? "format" : "prompt", withTools: "tool" }
    const forms = answerForms ?? usual
    // In text, a call is text too: no response format and no tool can be beside it.
    const inText: AnswerForms = {
      ...forms,
      alone: forms.alone === "tool" ? "prompt" : forms.alone,
      withTools: "prompt",
    }
    this.#forms = dialect === "native" ? forms : inText
  }

  async ask(request: ModelRequest, how: AskOptions): Promise<Reply> {
    const written = this.written(request)
    const reply = await this.#ask(written, how)
    if (written.form !== "format" || !isAboutFormat(reply)) return reply
    this.#refusesFormat = true
    return this.#ask(this.written(request), how)
  }

  written(given: ModelRequest): Written {
    const { answerSchema = {}, isTyped: _typed, ...request } = given
    const form = this.#formFor(given, answerSchema)
    const object = objectSchema(answerSchema)
    if (form === undefined) return { form: "prompt", object, request }
    if (form === "tool") return this.#byTool(request, object)
    if (form === "field") {
      const told = withWords(request, fieldWords(answerSchema))
      return { form, object: { ...object, isWrapped: false }, request: { ...told, answerSchema, isTyped: true } }
    }
    if (form === "prompt")
      return { form, object: { ...object, isWrapped: false }, request: withWords(request, promptWords(answerSchema)) }
    const words = this.#forms.explained === true ? promptWords(object.schema) : formatWords()
    return { form, object, request: { ...withWords(request, words), answerSchema: object.schema, isTyped: true } }
  }

  /** Undefined where the next answer has to call a tool, and so is not the last. */
  #formFor({ tools, toolChoice }: ModelRequest, schema: JsonObject): Written["form"] | undefined {
    if (toolChoice !== undefined && toolChoice !== "none") return undefined
    if (this.#dialect === "structured") return "field"
    const isAlone = tools.length === 0 || toolChoice === "none"
    const form = isAlone ? this.#forms.alone : this.#forms.withTools
    const isRefused = this.#refusesFormat || hasOddNames(schema) || (this.#forms.closed === true && !isClosed(schema))
    if (form !== "format" || !isRefused) return form
    return isAlone || this.#forms.withTools === "prompt" ? "prompt" : "tool"
  }

  #byTool(request: ModelRequest, object: ObjectSchema): Written {
    const { name, offered, known } = this.#tools.beside(request, object.schema)
    const told = withWords(request, toolWords(name))
    const isAlone = request.tools.length === 0 || request.toolChoice === "none"
    return {
      form: "tool",
      object,
      tool: name,
      request: { ...told, tools: offered, ...(known && { known }), ...(isAlone && { toolChoice: { tool: name } }) },
    }
  }

  async #ask({ request, object, tool }: Written, how: AskOptions): Promise<Reply> {
    // A wrapped answer is published as it is stored: without its wrapper.
    const isHeld = object.isWrapped && request.isTyped === true
    const reply = await this.#model.ask(
      request,
      isHeld ? new Asking(Asking.stopOf(how), () => {}, how.onReasoning) : how,
    )
    if (reply?.kind !== "answer") return reply
    if (isHeld) return published({ ...reply, text: unwrappedText(reply.text, object) }, how)
    return tool === undefined ? reply : this.#tools.readAnswer(reply, { name: tool, object, how })
  }
}

function published(answer: Answer, { onText }: AskOptions): Answer {
  if (answer.text !== "") onText(answer.text)
  return answer
}

function withWords(request: ModelRequest, words: string): ModelRequest {
  return { ...request, system: request.system.trim() === "" ? words : `${request.system}\n\n${words}` }
}

/** The request was refused because of its response format, and not for another reason. */
function isAboutFormat(reply: Reply): boolean {
  if (reply?.kind !== "failure" || (reply.text ?? "") !== "") return false
  const { class: kind, message } = reply.error
  return (
    kind === "invalid-request" &&
    /response_?format|output_(config|format)|json_?schema|structured|schema|grammar/i.test(message)
  )
}
