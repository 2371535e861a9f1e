// A process of the demo. The one that begins kills itself right after the fourth rename, before its result is on record.
import { setTimeout } from "node:timers/promises"
import { out } from "../terminal/screen.ts"
import { usageError, type Words } from "../usage.ts"
import { placeAt } from "./place.ts"
import { play } from "./play.ts"

export const LAST_RENAME = 4

/** `begin FOLDER`, or `resume FOLDER SEQ` to tell what comes after that fact. */
export async function demoProcess([mode, root, after]: Words): Promise<number> {
  if (root === undefined || (mode !== "begin" && mode !== "resume")) return usageError("demo-process")
  const doom = { rename: LAST_RENAME, die }
  await play(placeAt(root), mode === "begin" ? { doom } : { after: Number(after) })
  return 0
}

async function die(): Promise<never> {
  // The reader should see the call before the end; the log has it already.
  await setTimeout(50)
  out.write("\n")
  process.kill(process.pid, "SIGKILL")
  return new Promise(() => {})
}
