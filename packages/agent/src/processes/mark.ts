// A mark in the environment of a process, which all it starts inherit: how those are found that left its group (setsid, a
// daemon). Only where processes can be looked at: Linux.
import { randomUUID } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { until } from "./process-group.ts"

const NAME = "PAWL_MARK"

export interface Mark {
  /** To be put into the environment. */
  readonly env: Readonly<Record<string, string>>
  /** As it stands in an environment. */
  readonly text: string
}

export function newMark(): Mark {
  const id = randomUUID()
  return { env: { [NAME]: id }, text: `${NAME}=${id}` }
}

/** How many there were. Looked for until there are none: one may have started another meanwhile. */
export async function endMarked({ text }: Mark, withinMs: number): Promise<number> {
  if (process.platform !== "linux") return 0
  const ended = new Set<number>()
  await until(async () => {
    const pids = await marked(text)
    for (const pid of pids) kill(pid, ended)
    return pids.length === 0
  }, withinMs)
  return ended.size
}

/** The dead have no environment, so they are not found. */
async function marked(text: string): Promise<readonly number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "")
      return environment.split("\0").includes(text) ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

function kill(pid: number, ended: Set<number>): void {
  try {
    process.kill(pid, "SIGKILL")
    ended.add(pid)
  } catch {
    // Gone already, or not ours any more.
  }
}
