// The writer thread: fsync blocks here and nowhere else.
import { parentPort, workerData } from "node:worker_threads"
import { openWriter } from "./connections.ts"
import { pack } from "./explain.ts"
import type { FromWriter, ToWriter, WriterData } from "./protocol.ts"
import { type CommitHook, Writer } from "./writer.ts"

const data = workerData as WriterData

try {
  const hook: CommitHook = data.commitHook === undefined ? {} : await import(data.commitHook)
  serve(new Writer(data.path, openWriter(data), hook))
  tell("ready")
} catch (error) {
  tell(pack(data.path, error))
}

function serve(writer: Writer): void {
  parentPort?.on("message", (message: ToWriter) => {
    if (message !== "close") return tell(writer.run(message))
    writer.close()
    parentPort?.close()
  })
}

function tell(message: FromWriter): void {
  parentPort?.postMessage(message)
}
