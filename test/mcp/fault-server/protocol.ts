// The correct part of the fault server: it introduces itself and lists its faults
// as tools, each once as repeatable (`read-…`) and once as not repeatable.
import { FAULTS, type Line, type Message } from "./faults.ts"

export interface Behaviour {
  readonly slowStartMs: number
  /** Never answers `initialize`. */
  readonly isSilent: boolean
}

export function behaviourIn(words: readonly string[]): Behaviour {
  const slow = words.find((word) => word.startsWith("--slow-start="))
  return { slowStartMs: Number(slow?.split("=")[1] ?? 0), isSilent: words.includes("--silent") }
}

const inputSchema = { type: "object", properties: {} }
const extra: object[] = []

function tools(): readonly object[] {
  const names = [...Object.keys(FAULTS), "change-list"]
  const once = names.map((name) => ({ name, inputSchema }))
  const reads = names.map((name) => ({ name: `read-${name}`, inputSchema, annotations: { readOnlyHint: true } }))
  return [...once, ...reads, ...extra]
}

export function messageHandler({ slowStartMs, isSilent }: Behaviour): (message: Message, line: Line) => void {
  return (message, line) => {
    const { id, method, params } = message
    if (method === "initialize") {
      const result = {
        protocolVersion: "2025-06-18",
        capabilities: { tools: { listChanged: true }, logging: {} },
        serverInfo: { name: "fault", version: "1" },
      }
      if (!isSilent) setTimeout(() => line.send({ id, result }), slowStartMs)
    } else if (method === "tools/list") line.send({ id, result: { tools: tools() } })
    else if (method === "tools/call") callTool(params?.name?.replace(/^read-/, "") ?? "", message, line)
    else if (method === "ping") line.send({ id, result: {} })
    else if (id !== undefined) line.send({ id, error: { code: -32601, message: "no such method" } })
  }
}

function callTool(name: string, message: Message, line: Line): void {
  const fault = FAULTS[name]
  if (fault !== undefined) {
    fault(message, line)
    return
  }
  extra.push({ name: `new-${extra.length + 1}`, inputSchema })
  line.send({ method: "notifications/tools/list_changed" })
  line.send({ id: message.id, result: { content: [{ type: "text", text: "changed" }] } })
}
