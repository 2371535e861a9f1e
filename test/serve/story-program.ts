// A server in a process of its own, to be killed: node story-program FOLDER PORT CHUNK_MS.
import { sqlite } from "@pawl/agent"
import { storyServer } from "./story.ts"

const [folder = "", port = "0", chunkMs = "0"] = process.argv.slice(2)
const server = await storyServer(await sqlite(`${folder}/pawl.db`), Number(chunkMs))
const { url } = await server.listen({ port: Number(port), host: "127.0.0.1" })
process.stdout.write(`${url}\n`)
