// The model of the tests of upgrades: a call that must not happen twice, then an answer that repeats what was said. It imports nothing
// at run time, so that both versions of the program can load it.
import { appendFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import type { Tool } from "@pawl/agent"
import type { Script } from "@pawl/agent/testing"

const input = { type: "object", properties: { text: { type: "string" } }, required: ["text"] } as const

/** Long enough that a process which ends is in the middle of some. */
const WORK_MS = 150

export const tools: readonly Tool[] = [
  {
    name: "note",
    description: "Adds a line to a file outside of the log.",
    input,
    effect: "once",
    approval: false,
    run: async ({ text }: { readonly text: string }) => {
      await pause(WORK_MS)
      appendFileSync(process.env.NOTES ?? "/dev/null", `${text}\n`)
      return `noted ${text}`
    },
  } as unknown as Tool,
]

const script: Script = ({ said, results }) => {
  const [noted] = results
  if (noted === undefined) return { calls: [{ name: "note", arguments: { text: said } }] }
  return `Done: ${noted.text}`
}

export default script
