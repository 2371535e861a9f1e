// Loaded with `--import` by the process under test, never by Pawl itself: gives the store's writer thread our commit
// hook, and sets the side that commits, so that commit numbers are those of the story.
import { syncBuiltinESMExports } from "node:module"
import threads, { type WorkerOptions } from "node:worker_threads"

const commitHook = new URL("./commit-hook.ts", import.meta.url).href

class HookedWorker extends threads.Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    // Changed in place, because the store goes on using the same options object.
    Object.assign(options.workerData, { commitHook, commitOn: process.env.PAWL_COMMIT_ON })
    super(file, options)
  }
}

threads.Worker = HookedWorker
syncBuiltinESMExports()
