// What a user can take from all servers: prompts and resources. A server that fails does not hide the others.
import type { BytesPart, Part } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"
import type { McpTools } from "./mcp-tools.ts"
import { fillPrompt, listPrompts, type McpPrompt } from "./prompts.ts"
import { readResource } from "./resources.ts"
import type { ServerLink } from "./server-link.ts"

export function forPeople(links: () => readonly ServerLink[]): Pick<McpTools, "prompts" | "prompt" | "resource"> {
  const offering = (onlyStarted: boolean) =>
    links().filter((link) => link.offers("prompts") && (!onlyStarted || link.status.state === "ready"))
  const listed = (link: ServerLink): Promise<readonly McpPrompt[]> => listPrompts(link.server.key, link.ask)
  return {
    async prompts({ onlyStarted = false } = {}) {
      const lists = await Promise.all(offering(onlyStarted).map((link) => listed(link).catch(() => [])))
      return lists.flat()
    },
    async prompt(server, name, given = {}) {
      const link = offering(false).find((each) => each.server.key === server)
      const prompt = link && (await listed(link)).find((each) => each.name === name)
      if (link === undefined || prompt === undefined) {
        throw new PawlError(
          "input-invalid",
          `There is no prompt ${server}:${name}. List the prompts to see what there is.`,
        )
      }
      return fillPrompt(link.ask, prompt, given)
    },
    async resource(server, uri) {
      const link = links().find((each) => each.server.key === server)
      if (link === undefined) throw new PawlError("input-invalid", `There is no MCP server "${server}".`)
      const parts = await readResource(link.ask, uri)
      return parts.map((part) => attached(part, `${server}:${uri}`))
    },
  }
}

/** Attaches it under the name it is mentioned by: it is not the user's own text, and the model needs no call to read it. */
function attached(part: Part | BytesPart, name: string): Part | BytesPart {
  if (part.type === "text")
    return { type: "bytes", mime: "text/plain", bytes: new TextEncoder().encode(part.text), name }
  return { ...part, name }
}
