// A worker that Restate gives sessions to, until its parent ends it.
import { isPawlError } from "../../packages/agent/src/contracts/error.ts"
import { restateHost } from "../../packages/restate/src/restate-host.ts"
import { work } from "../host/worker.ts"

const [folder = "", name = "", options = "{}", commitHook] = process.argv.slice(2)
const host = restateHost(JSON.parse(options))
const { agent } = await work(folder, name, { host, onError: unlessAway, ...(commitHook && { commitHook }) })
process.on("SIGUSR2", () => agent.evict("s"))
process.on("SIGTERM", () => agent.close().then(() => process.exit(0)))

/** Tests kill Restate. */
function unlessAway(session: string, error: unknown): void {
  if (!isPawlError(error, "host-unreachable")) process.stderr.write(`${session} ${error}\n`)
}

process.stdout.write("ready\n")
