// Another process on the same database: `node write-from-process.ts URL SCHEMA NAME COUNT [kill]`. It appends COUNT facts to its
// own session and as many commands to the session "shared", and prints how many were reported. With "kill" it then kills itself;
// else it exits without closing the store.
import { writeSync } from "node:fs"
import { appendOf, create, say } from "../../../agent/src/store/conformance/data.ts"
import { postgres } from "../postgres.ts"

const [url = "", schema = "", name = "", count = "0", end] = process.argv.slice(2)
const store = await postgres(url, { schema, connections: 3 })
await store.leases.join({ id: name, pid: process.pid, boot: "boot", started: "1" })
await create(store, name)
const acquired = await store.leases.acquire(name, name)
const shared = await store.leases.acquire("shared", name)
writeSync(1, `${JSON.stringify({ own: acquired.ok, shared: shared.ok })}\n`)
for (let written = 0; written < Number(count); written++) {
  const [appended, enqueued] = await Promise.all([
    store.log.append(appendOf(name, { expectedSeq: written + 1 })),
    store.inbox.enqueue("shared", say(`${name}-${written}`)),
  ])
  if (!appended.ok || enqueued.outcome !== "accepted") throw new Error(JSON.stringify({ appended, enqueued }))
  writeSync(1, `${written + 1}\n`)
}
if (end === "kill") process.kill(process.pid, "SIGKILL")
