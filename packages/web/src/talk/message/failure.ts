// The words with which the runtime ends a turn that failed: shown once, where the failure is shown.
import type { ViewMessage, ViewTurn } from "../../data/view/session-view.ts"

export interface Told {
  readonly messages: readonly ViewMessage[]
  /** Absent unless the turn failed. */
  readonly problem?: string
}

export function toldOf({ messages, error }: Pick<ViewTurn, "messages" | "error">): Told {
  if (error === undefined) return { messages }
  const last = messages.at(-1)
  const [part, ...more] = last?.role === "assistant" ? last.parts : []
  const isAboutIt = part?.type === "text" && more.length === 0 && part.text.includes(error.message)
  return isAboutIt ? { messages: messages.slice(0, -1), problem: part.text } : { messages, problem: error.message }
}

/** How the runtime begins a turn that tries a failed one again. A model reads these words; a person only has to know of it. */
const RETRY = "[The last turn failed before it was done"

export function isRetry({ role, parts }: ViewMessage): boolean {
  const [part] = parts
  return role === "user" && part?.type === "text" && part.text.startsWith(RETRY)
}
