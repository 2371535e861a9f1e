// The folder where stories are played. It is fixed, because paths
// stand in prompts, facts and hashes; one process at a time holds it.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

/** Not the system's temporary folder, whose name differs between machines. */
export const PLAYED_IN = "/tmp/pawl-frozen"
export const READ_IN = "/tmp/pawl-frozen-read"

/** Waits while another checkout holds the folder. */
export async function holdPlace(place: string): Promise<Disposable> {
  while (!tryHold(place)) await pause(50)
  return { [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }) }
}

function tryHold(place: string): boolean {
  try {
    mkdirSync(place)
  } catch {
    if (isAbandoned(place)) rmSync(place, { recursive: true, force: true })
    return false
  }
  writeFileSync(join(place, "holder"), String(process.pid))
  return true
}

/** Whether the holder was killed, or died before it could write its process id. */
function isAbandoned(place: string): boolean {
  try {
    const pid = Number(readFileSync(join(place, "holder"), "utf8"))
    return pid > 0 ? !isAlive(pid) : isOld(place)
  } catch {
    return isOld(place)
  }
}

function isOld(place: string): boolean {
  try {
    return Date.now() - statSync(place).mtimeMs > 5000
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}
