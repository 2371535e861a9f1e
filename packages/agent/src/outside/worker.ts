// A thread of the library. Callers write `new Worker` around a `new URL` with a literal name, which bundlers recognise.
import { getCompileCacheDir } from "node:module"
import { dirname } from "node:path"
import { Worker as Thread, type WorkerOptions } from "node:worker_threads"
import { ownFile } from "./own-file.ts"

export class Worker extends Thread {
  constructor(beside: URL, options: WorkerOptions) {
    // A thread would inherit the flags of its process, such as `--input-type` or a loader, which break it or run twice.
    super(ownFile(beside), { execArgv: [], ...withCompiledCode(), ...options })
  }
}

/** With the compile cache of its process a thread starts in a third of the time, but it learns of it only by a variable. */
function withCompiledCode(): Pick<WorkerOptions, "env"> {
  const folder = getCompileCacheDir()
  if (folder === undefined || process.env.NODE_COMPILE_CACHE !== undefined) return {}
  return { env: { ...process.env, NODE_COMPILE_CACHE: dirname(folder) } }
}
