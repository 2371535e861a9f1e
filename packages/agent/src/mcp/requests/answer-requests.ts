// The requests a server may send us, and who answers: a person, the agent's model, or Pawl with the workspace's folders.
import { pathToFileURL } from "node:url"
import { type Client, type ClientCapabilities, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client"
import type { ToolContext } from "../../tools/tool.ts"
import type { McpServer } from "../config.ts"
import { elicit, MAX_QUESTIONS } from "./elicit.ts"
import type { InFlight } from "./in-flight.ts"
import { sample } from "./sample.ts"

export interface Answering {
  readonly server: McpServer
  readonly inFlight: InFlight
  /** Folders that are announced to the server. */
  readonly roots: readonly string[]
}

export function capabilitiesOf(roots: readonly string[]): ClientCapabilities {
  return { elicitation: { form: {}, url: {} }, sampling: {}, ...(roots.length > 0 && { roots: {} }) }
}

export function answerRequests(client: Client, { server, inFlight, roots }: Answering): void {
  const asked = new WeakMap<ToolContext, number>()
  client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
    const context = inFlight.current
    // Outside of any call there is no session to show the question in.
    if (context?.ask === undefined) return { action: "cancel" }
    const { ask } = context
    return elicit(params, {
      server: server.key,
      async ask(question) {
        const number = (asked.get(context) ?? 0) + 1
        asked.set(context, number)
        if (number > MAX_QUESTIONS) throw new Error("the server asked too much in one call")
        return ask(question, { signal: mcpReq.signal })
      },
    })
  })
  client.setRequestHandler("sampling/createMessage", async ({ params }, { mcpReq }) => {
    const context = inFlight.current
    if (context === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, OUTSIDE_CALL)
    return sample(params, { server: server.key, context, signal: mcpReq.signal })
  })
  if (roots.length === 0) return
  const listed = roots.map((folder) => ({ uri: pathToFileURL(folder).href, name: folder.split("/").at(-1) || folder }))
  client.setRequestHandler("roots/list", () => ({ roots: listed }))
}

const OUTSIDE_CALL = "Nobody can be asked outside of a tool call."
