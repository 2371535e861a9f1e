// A process that is killed right after its writes were reported: `node killed-after-writes.ts PATH COUNT`. It commits without
// syncs, and prints how many facts were reported before each write, so that a test sees what has to be there.
import { writeSync } from "node:fs"
import { append, create, runner } from "../conformance/data.ts"
import { sqlite } from "../sqlite.ts"

const [path = "", count = "0"] = process.argv.slice(2)
const store = await sqlite(path, { durability: "process-crash" })
await store.leases.join(runner)
await create(store, "a")
await store.leases.acquire("a", runner.id)
for (let seq = 1; seq <= Number(count); seq++) {
  await append(store, "a", { expectedSeq: seq })
  writeSync(1, `${seq + 1}\n`)
}
process.kill(process.pid, "SIGKILL")
