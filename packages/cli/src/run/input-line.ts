// The lines of `--input-format stream-json`: reads one into what it asks of the session, or says what is wrong with it.
import type { JsonObject, WhenBusy } from "@pawl/agent"
import { isTree, type Tree } from "../config/read-file.ts"

export type InputLine =
  | {
      readonly type: "user"
      readonly text: string
      /** Files to show, relative to the workspace. */
      readonly attach: readonly string[]
      readonly id?: string
      readonly whenBusy?: WhenBusy
    }
  | {
      readonly type: "approval"
      readonly call: string
      readonly decision: "approve" | "deny"
      readonly reason?: string
      /** Run the call with these in place of the model's. */
      readonly arguments?: JsonObject
    }
  | { readonly type: "answer"; readonly call: string; readonly answer: string }
  | { readonly type: "cancel" }

/** A string says what is wrong, and what was expected. */
export function readInputLine(line: string): InputLine | string {
  const value = parsed(line)
  if (!isTree(value)) return `It is not a JSON object. Expected ${SHAPES}.`
  const read = READERS[String(value.type)]
  return read === undefined ? `There is no type "${value.type}". Expected ${SHAPES}.` : read(value)
}

const SHAPES =
  '{"type":"user","text":"..."}, {"type":"approval","call":"...","decision":"approve"}, {"type":"answer","call":"...","answer":"..."} or {"type":"cancel"}'

const READERS: Readonly<Record<string, (value: Tree) => InputLine | string>> = {
  user({ text = "", attach = [], id, whenBusy }) {
    const files = Array.isArray(attach) ? attach.filter((each) => typeof each === "string") : []
    if (typeof text !== "string" || (text.trim() === "" && files.length === 0)) return '"text" must be a text.'
    if (id !== undefined && typeof id !== "string") return '"id" must be a text.'
    if (whenBusy !== undefined && !isWhenBusy(whenBusy)) return '"whenBusy" must be "queue", "steer" or "refuse".'
    return {
      type: "user",
      text,
      attach: files,
      ...(id !== undefined && { id }),
      ...(whenBusy !== undefined && { whenBusy }),
    }
  },
  approval({ call, decision, reason, arguments: given }) {
    if (typeof call !== "string") return '"call" must be the id of a call, as in the event "approval-requested".'
    if (decision !== "approve" && decision !== "deny") return '"decision" must be "approve" or "deny".'
    if (reason !== undefined && typeof reason !== "string") return '"reason" must be a text.'
    if (given !== undefined && !isTree(given)) return '"arguments" must be an object.'
    const edited = given === undefined ? {} : { arguments: given as JsonObject } // It was parsed from JSON.
    return { type: "approval", call, decision, ...(reason !== undefined && { reason }), ...edited }
  },
  answer({ call, answer }) {
    if (typeof call !== "string") return '"call" must be the id of a call, as in the event "question-asked".'
    return typeof answer === "string" ? { type: "answer", call, answer } : '"answer" must be a text.'
  },
  cancel: () => ({ type: "cancel" }),
}

function isWhenBusy(value: unknown): value is WhenBusy {
  return value === "queue" || value === "steer" || value === "refuse"
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
