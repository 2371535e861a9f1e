// What a tool returns, prints or asks is made well-formed Unicode and cleaned of the secrets that the agent knows, before it
// reaches a model, a person or the log.
import { isWellFormed, wellFormed, wholeCharacters, wholeText } from "../base/well-formed.ts"
import type { ApprovalRequest, AsideRequest, Preparation, Question, ToolResult, Verdict } from "../contracts/toolbox.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { cleanPreparation, cleanResult, cleanValue } from "./clean.ts"

export interface Guard {
  /** The same preparation when there is nothing to change. */
  preparation(prepared: Preparation): Preparation
  /** The same result when there is nothing to change. */
  result(result: ToolResult): ToolResult
  /** A text without the secrets. */
  readonly clean: KnownSecrets["clean"]
  question(question: Question): Question
  approval(request: ApprovalRequest): ApprovalRequest
  aside(request: AsideRequest): AsideRequest
  /** For what a tool prints in pieces: tell `end` once the tool is over. */
  output(emit: (text: string) => void): ReturnType<KnownSecrets["stream"]>
  verdict(verdict: Verdict): Verdict
}

/** Results and questions become facts and are sent with every later request, so they must be well-formed. */
export function guardFor(secrets: KnownSecrets | undefined): Guard {
  const clean = secrets?.clean ?? same
  const result = (given: ToolResult) =>
    isFine(given, clean, Number.POSITIVE_INFINITY) ? given : wellFormed(cleanedResult(given, secrets))
  return {
    preparation: (given) => (isBare(given) ? given : guarded(given, secrets)),
    result,
    clean,
    question: (question) => wellFormed(cleaned(question, secrets)),
    approval: (request) => wellFormed(cleaned(request, secrets), wholeCharacters),
    aside: (request) => wellFormed(secrets === undefined ? request : cleanedAside(request, secrets)),
    output: (emit) => secrets?.stream(emit) ?? { push: emit, end: () => {} },
    verdict: (verdict) =>
      verdict.outcome === "happened" && verdict.result !== undefined
        ? { ...verdict, result: result(verdict.result) }
        : verdict,
  }
}

function same(text: string): string {
  return text
}

/**
 * A text as most tools return it, in which there is nothing to change: it is neither walked nor copied. What has more fields
 * is not judged here. `mostChars`: how long the text may be.
 */
export function isFine(result: ToolResult, clean: KnownSecrets["clean"], mostChars: number): boolean {
  let chars = 0
  for (const field in result) if (field !== "outcome" && field !== "content" && field !== "json") return false
  for (const part of result.content) {
    if (part.type !== "text") return false
    for (const field in part) if (field !== "type" && field !== "text") return false
    if (wholeText(clean(part.text)) !== part.text) return false
    chars += part.text.length
  }
  return chars <= mostChars
}

/** Nothing in it is the tool's own, and the arguments, which are the model's, are as they should be. */
function isBare(given: Preparation): boolean {
  if (given.kind === "immediate" || given.repairs.length > 0) return false
  const { name, arguments: asked, approval, question, ends } = given
  if (approval !== undefined || question !== undefined || ends !== undefined) return false
  return name.isWellFormed() && isWellFormed(asked)
}

function guarded(given: Preparation, secrets: KnownSecrets | undefined): Preparation {
  return wellFormed(secrets === undefined ? given : cleanPreparation(given, secrets.clean), wholeCharacters)
}

function cleanedResult(result: ToolResult, secrets: KnownSecrets | undefined): ToolResult {
  return secrets === undefined ? result : cleanResult(result, secrets.clean)
}

/** What is asked aside is stored as it is sent, so the order of its fields stays. */
function cleanedAside({ system, messages, ...rest }: AsideRequest, secrets: KnownSecrets): AsideRequest {
  return { ...rest, system: secrets.clean(system), messages: cleaned(messages, secrets) }
}

/** The shape stays the same; only texts change. */
function cleaned<Value>(value: Value, secrets: KnownSecrets | undefined): Value {
  return secrets === undefined ? value : (cleanValue(value, secrets.clean) as Value)
}
