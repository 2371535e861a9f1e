// Loaded by the process under test with `--import`, never by Pawl itself: gives the store our commit hook, when it starts
// its writer thread, and says on which side it commits, so that the numbers of its commits are those of the story.
import { syncBuiltinESMExports } from "node:module"
import threads, { type WorkerOptions } from "node:worker_threads"

const commitHook = new URL("./commit-hook.ts", import.meta.url).href

class HookedWorker extends threads.Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    // Changed where it is: the store goes on with the very same options.
    Object.assign(options.workerData, { commitHook, commitOn: process.env.PAWL_COMMIT_ON })
    super(file, options)
  }
}

threads.Worker = HookedWorker
syncBuiltinESMExports()
