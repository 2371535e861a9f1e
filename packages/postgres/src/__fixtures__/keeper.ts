// Keeps the PostgreSQL server of a test run: `node keeper.ts FOLDER PID`. Ends it, and removes its folder, when it is told to
// (SIGTERM), or when the process PID is gone.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { PostgresServer } from "./server.ts"

const [folder = "", pid = ""] = process.argv.slice(2)
const server = new PostgresServer(folder)
let isEnding = false

async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  await server.remove()
  process.exit()
}

function isThere(): boolean {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

process.on("SIGTERM", () => void end())
process.on("SIGINT", () => {})
setInterval(() => isThere() || void end(), 500)
try {
  await server.start()
  writeFileSync(join(folder, "ready"), String(process.pid))
} catch (error) {
  writeFileSync(join(folder, "failed"), String(error))
}
