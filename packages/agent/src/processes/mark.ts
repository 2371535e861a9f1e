// A mark in the environment of a process, which all its children inherit. It finds processes that left the group (setsid,
// a daemon). Works only on Linux, where the environments of processes can be read.
import { randomUUID } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { until } from "./process-group.ts"

const NAME = "PAWL_MARK"

export interface Mark {
  /** Add it to the environment of the process. */
  readonly env: Readonly<Record<string, string>>
  /** The entry as it stands in an environment. */
  readonly text: string
}

export function newMark(): Mark {
  const id = randomUUID()
  return { env: { [NAME]: id }, text: `${NAME}=${id}` }
}

/** Kills all marked processes and returns how many. Repeats until none is left: one may have started another. */
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

/** Zombies have no environment, so they are not found. */
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
    // Ended already, or no longer ours.
  }
}
