// Entry point of the index thread: it reads files and runs SQLite, so that nothing else waits for them.
import { parentPort, workerData } from "node:worker_threads"
import { messageOf } from "../../contracts/error.ts"
import { Keeper } from "./keeper.ts"
import type { FromIndex, IndexJob, ToIndex } from "./protocol.ts"

const port = parentPort
const keeper = open()
if (keeper !== undefined && port !== null) {
  // The port carries only what index-thread.ts posts.
  port.on("message", (message: ToIndex) => handle(keeper, message))
  post({ kind: "ready" })
}

function open(): Keeper | undefined {
  try {
    return new Keeper(workerData as IndexJob)
  } catch (error) {
    post({ kind: "refused", message: messageOf(error) })
    return undefined
  }
}

function handle(keeper: Keeper, message: ToIndex): void {
  if (message.kind === "find") {
    const { id, query, sentAt } = message
    post({ kind: "found", id, found: keeper.find(query, sentAt) })
  } else if (message.kind === "refresh") {
    const { id, sentAt } = message
    keeper.refresh({ sentAt, notify: (report) => post({ kind: "refreshed", id, report }) })
  } else {
    keeper.close()
    port?.close()
  }
}

function post(message: FromIndex): void {
  port?.postMessage(message)
}
