// Remembers the tool list of a server that wants arguments in headers, so that each call is sent with its tool's headers.
import type { JsonObject } from "../contracts/json.ts"
import type { Connection, RequestHow } from "./connection.ts"
import type { ListedTool } from "./listed-tool.ts"
import { declaredHeaders, paramHeaders } from "./param-headers.ts"

export interface Mirrored {
  readonly list: Connection["list"]
  headersFor(tool: string, given: JsonObject, how: RequestHow): Promise<Readonly<Record<string, string>>>
}

export function mirrored(listAll: Connection["list"]): Mirrored {
  let known: Promise<readonly ListedTool[]> | undefined
  const list: Connection["list"] = (how) => {
    const tools = listAll(how).then((all) =>
      all.filter(({ inputSchema }) => declaredHeaders(inputSchema) !== undefined),
    )
    known = tools
    return tools
  }
  return {
    list,
    async headersFor(tool, given, how) {
      // A list from disk is enough to begin a call, but only the server's current list defines the headers.
      const tools = await (known ?? list(how)).catch(() => [])
      const listed = tools.find(({ name }) => name === tool)
      return listed === undefined ? {} : paramHeaders(listed.inputSchema, given)
    },
  }
}
