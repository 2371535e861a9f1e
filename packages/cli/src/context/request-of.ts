// The request that would be sent, and nothing around it.
import type { ContextReport } from "@pawl/agent"

export function requestOf({ model, system, messages, tools }: ContextReport): object {
  return { model, system, messages: messages.map(({ message }) => message), tools: tools.map(({ tool }) => tool) }
}
