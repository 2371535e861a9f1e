// Another process on the same file: `node write-from-process.ts PATH NAME COUNT`. It appends COUNT facts to its own session
// and as many commands to the session "shared", then exits without closing the store.
import { appendOf, create, say } from "../conformance/data.ts"
import { sqlite } from "../sqlite.ts"

const [path = "", name = "", count = "0"] = process.argv.slice(2)
const store = await sqlite(path)
const runner = { id: name, pid: process.pid, boot: "boot", started: "1" }
await store.leases.join(runner)
await create(store, name)
const acquired = await store.leases.acquire(name, name)
const shared = await store.leases.acquire("shared", name)
for (let written = 0; written < Number(count); written++) {
  const appended = await store.log.append(appendOf(name, { expectedSeq: written + 1 }))
  const enqueued = await store.inbox.enqueue("shared", say(`${name}-${written}`))
  if (!appended.ok || enqueued.outcome !== "accepted") throw new Error(JSON.stringify({ appended, enqueued }))
}
process.stdout.write(JSON.stringify({ own: acquired.ok, shared: shared.ok }))
