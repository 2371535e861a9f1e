// Where stories are played: one fixed folder, because paths stand in prompts, facts and hashes. Whoever uses it holds it alone.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

/** Not the system's own temporary folder: its name is different everywhere. */
export const PLAYED_IN = "/tmp/pawl-frozen"
export const READ_IN = "/tmp/pawl-frozen-read"

/** Another checkout may use it at the same time: then this one waits. */
export async function holdPlace(place: string): Promise<Disposable> {
  while (!tryHold(place)) await pause(50)
  return { [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }) }
}

function tryHold(place: string): boolean {
  try {
    mkdirSync(place)
  } catch {
    if (isLeft(place)) rmSync(place, { recursive: true, force: true })
    return false
  }
  writeFileSync(join(place, "holder"), String(process.pid))
  return true
}

/** Whoever held it was killed, or died before it could say its name. */
function isLeft(place: string): boolean {
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
