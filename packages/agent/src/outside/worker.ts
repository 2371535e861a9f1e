// A thread of the library. Callers write `new Worker` around a `new URL` with a literal name, which bundlers recognise.
import { Worker as Thread, type WorkerOptions } from "node:worker_threads"
import { ownFile } from "./own-file.ts"

export class Worker extends Thread {
  constructor(beside: URL, options: WorkerOptions) {
    // A thread would inherit the flags of its process, such as `--input-type` or a loader, which break it or run twice.
    super(ownFile(beside), { execArgv: [], ...options })
  }
}
