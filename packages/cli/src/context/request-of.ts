// The request that would be sent, and nothing around it.
import type { ContextReport } from "./session.ts"

export function requestOf({ model, system, messages, tools }: ContextReport): object {
  return { model, system, messages: messages.map(({ message }) => message), tools: tools.map(({ tool }) => tool) }
}
