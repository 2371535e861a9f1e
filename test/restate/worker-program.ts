// A worker that Restate gives sessions to, until its parent ends it.
import { restateHost } from "../../packages/restate/src/restate-host.ts"
import { work } from "../host/worker.ts"

const [folder = "", name = "", options = "{}", commitHook] = process.argv.slice(2)
const host = restateHost(JSON.parse(options))
const { agent } = await work(folder, name, { host, ...(commitHook && { commitHook }) })
process.on("SIGUSR2", () => agent.evict("s"))
process.stdout.write("ready\n")
