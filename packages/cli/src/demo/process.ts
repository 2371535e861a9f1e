// A process of the demo. The first one kills itself right after the fourth rename, before the log has the result.
import { setTimeout } from "node:timers/promises"
import { out } from "../terminal/screen.ts"
import { usageError, type Words } from "../usage.ts"
import { placeAt } from "./place.ts"
import { play } from "./play.ts"

export const LAST_RENAME = 4

/** `begin FOLDER`, or `resume FOLDER SEQ` to print what comes after that fact. */
export async function demoProcess([mode, root, after]: Words): Promise<number> {
  if (root === undefined || (mode !== "begin" && mode !== "resume")) return usageError("demo-process")
  const doom = { rename: LAST_RENAME, die }
  await play(placeAt(root), mode === "begin" ? { doom } : { after: Number(after) })
  return 0
}

async function die(): Promise<never> {
  // Let the output show the call before the process dies; the log has it already.
  await setTimeout(50)
  out.write("\n")
  process.kill(process.pid, "SIGKILL")
  return new Promise(() => {})
}
