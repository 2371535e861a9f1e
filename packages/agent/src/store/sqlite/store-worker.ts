// The writer thread, on which commits may wait for the disk and for other processes.
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads"
import { openBeside, openWriter } from "./connections.ts"
import { pack } from "./explain.ts"
import type { FromWriter, ToWriter, WriterData } from "./protocol.ts"
import { Writer } from "./writer.ts"

const data = workerData as WriterData
const writer = await open()
if (writer !== undefined && parentPort !== null) serve(writer, parentPort)

async function open(): Promise<Writer | undefined> {
  try {
    const hook = data.commitHook === undefined ? {} : await import(data.commitHook)
    const { path, mark } = data
    const connections = mark === undefined ? openWriter(data) : openBeside(data, mark)
    const opened = new Writer(path, connections, mark === undefined ? { hook } : { hook, mark })
    post("ready")
    return opened
  } catch (error) {
    post(pack(data.path, error))
    return undefined
  }
}

/** Polls messages and waits on a shared counter: half the latency of this thread's event loop. */
function serve(writer: Writer, port: MessagePort): void {
  const bell = new Int32Array(data.bell)
  for (;;) {
    const rung = Atomics.load(bell, 0)
    for (let next = take(port); next !== undefined; next = take(port)) {
      if (next === "close") {
        writer.close()
        return
      }
      post(writer.run(next))
    }
    Atomics.wait(bell, 0, rung)
  }
}

function take(port: MessagePort): ToWriter | undefined {
  // The port carries only what WriterClient posts.
  return receiveMessageOnPort(port)?.message as ToWriter | undefined
}

function post(message: FromWriter): void {
  parentPort?.postMessage(message)
}
