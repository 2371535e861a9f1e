// The input schemas of the tools of a workspace, loaded once.
import { client } from "../../data/client.ts"
import { sessionList } from "../../data/session-list.ts"
import type { Schema } from "./schema-fields.ts"

type Schemas = Readonly<Record<string, Schema>>
const loaded = new Map<string, Promise<Schemas>>()

/** Undefined when the tool is not among them. */
export async function schemaFor(session: string, tool: string): Promise<Schema | undefined> {
  const workspace = sessionList.get().sessions.find(({ id }) => id === session)?.workspace ?? ""
  const known = loaded.get(workspace) ?? load(workspace)
  const schemas = await known
  return Object.hasOwn(schemas, tool) ? schemas[tool] : undefined
}

function load(workspace: string): Promise<Schemas> {
  const query = workspace === "" ? {} : { workspace }
  const loading = client
    .call("server.tools", { query })
    .then(({ tools }) => Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema])))
  loaded.set(workspace, loading)
  loading.catch(() => loaded.delete(workspace))
  return loading
}
