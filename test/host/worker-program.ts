// A process that runs all due sessions of a database until its parent ends it.
import { work } from "./worker.ts"

const [folder = "", name = "", commitHook] = process.argv.slice(2)
const { agent } = await work(folder, name, { ...(commitHook && { commitHook }) })
process.on("SIGUSR2", () => agent.evict("s"))
process.stdout.write("ready\n")
