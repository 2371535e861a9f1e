// The resources of all servers, as two tools: more tools would only fill the request. Their names are chosen so that they
// hardly ever collide with other tools.
import type { BytesPart, Part } from "../contracts/content.ts"
import { type Tool, type ToolContext, ToolFailure, tool } from "../tools/tool.ts"
import { type AskServer, listAll } from "./ask-server.ts"
import { isRecord } from "./config.ts"
import { resultParts } from "./result-parts.ts"

export interface Library {
  readonly server: string
  readonly ask: AskServer
}

/** Empty when no server has resources. */
export function resourceTools(libraries: readonly Library[]): readonly Tool[] {
  if (libraries.length === 0) return []
  const keys = libraries.map(({ server }) => server)
  const named = { type: "string", enum: keys, description: "The MCP server." }
  const libraryOf = (key: string) => libraries.find(({ server }) => server === key)
  return [
    tool({
      name: "list_mcp_resources",
      description: `Lists what can be read with read_mcp_resource: data of the MCP servers ${keys.join(", ")}.`,
      input: { type: "object", properties: { server: named }, additionalProperties: false },
      effect: "read",
      run: (input, context) => list(libraries, (input as { readonly server?: string }).server, context), // By its schema.
    }),
    tool({
      name: "read_mcp_resource",
      description: "Reads a resource of an MCP server by its URI, as list_mcp_resources or a resource link names it.",
      input: {
        type: "object",
        properties: { server: named, uri: { type: "string" } },
        required: ["server", "uri"],
        additionalProperties: false,
      },
      effect: "read",
      run: async (input, { signal }) => {
        const { server, uri } = input as { readonly server: string; readonly uri: string } // By its schema.
        const library = libraryOf(server)
        if (library === undefined) throw new ToolFailure("tool-failed", `"${server}" has no resources.`)
        return readResource(library.ask, uri, signal)
      },
    }),
  ]
}

export async function readResource(
  ask: AskServer,
  uri: string,
  signal?: AbortSignal,
): Promise<readonly (Part | BytesPart)[]> {
  const { contents } = await ask("resources/read", { uri }, signal === undefined ? {} : { signal })
  const blocks = Array.isArray(contents) ? contents.filter(isRecord) : []
  return resultParts({ content: blocks.map((resource) => ({ type: "resource", resource })) })
}

async function list(libraries: readonly Library[], only: string | undefined, { signal }: ToolContext): Promise<string> {
  const chosen = libraries.filter(({ server }) => only === undefined || server === only)
  const lists = await Promise.all(chosen.map((library) => describe(library, signal)))
  return lists.join("\n")
}

/** A server that fails does not hide the others. */
async function describe({ server, ask }: Library, signal: AbortSignal): Promise<string> {
  try {
    const resources = await listAll(ask, "resources/list", "resources", { signal })
    const templates = await listAll(ask, "resources/templates/list", "resourceTemplates", { signal }).catch(() => [])
    const lines = [...resources, ...templates].map(lineOf)
    return [`${server}: ${resources.length} resources, ${templates.length} templates`, ...lines].join("\n")
  } catch (error) {
    return `${server}: ${error instanceof Error ? error.message : String(error)}`
  }
}

function lineOf({ uri, uriTemplate, name, title, description, mimeType }: Record<string, unknown>): string {
  const about = [title ?? name, description, mimeType].filter((each) => typeof each === "string" && each !== "")
  return `- ${String(uri ?? uriTemplate)}${about.length === 0 ? "" : `: ${about.join(", ")}`}`
}
