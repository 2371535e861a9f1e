// Dies at the worst moment: its child is spawned, and the reaper does not know the child's group yet.
import { spawn } from "node:child_process"
import { writeSync } from "node:fs"
import { newMark } from "../mark.ts"
import { watch } from "../reaper-link.ts"

const mark = newMark()
watch(mark.text)
const env = { ...process.env, ...mark.env }
const { pid } = spawn("sleep", ["1000"], { env, detached: true, stdio: "ignore" })
writeSync(1, `${pid}\n`)
process.kill(process.pid, "SIGKILL")
