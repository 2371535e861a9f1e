// A process that serves a database: node team-process.ts DATABASE NOTES. Prints its address; its tools append to NOTES.
import { appendFileSync } from "node:fs"
import { createAgent, sqlite, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { createServer, ownerOptions, type Principal, Users } from "@pawl/server"

const [, , database = "", notes = ""] = process.argv
const store = await sqlite(database)
const users = new Users({ store, limits: { activeSessions: 3 } })

const write = tool({
  name: "write",
  description: "Writes a line.",
  input: { type: "object", properties: { line: { type: "string" } }, required: ["line"] },
  effect: "once",
  run: ({ line }, { owner, context }) => {
    appendFileSync(notes, `${line} for ${owner} as ${(context as Principal).user}\n`)
    return "written"
  },
})

const model = scripted(({ results, said }) =>
  results.length > 0 ? "done" : { calls: [call("write", { line: said })] },
)
const agent = await createAgent<unknown>({ model, store, tools: [write], run: "all", ...ownerOptions(users) })
const server = createServer({
  store,
  users,
  workspaces: [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }],
})
const { url } = await server.listen({ host: "127.0.0.1", port: 0 })
process.stdout.write(`${url}\n`)
