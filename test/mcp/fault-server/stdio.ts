// The fault server over stdin and stdout.
import { appendFileSync } from "node:fs"
import process from "node:process"
import { createInterface } from "node:readline"
import type { Line, Message } from "./faults.ts"
import { behaviourIn, messageHandler } from "./protocol.ts"

if (process.env.STARTS !== undefined) appendFileSync(process.env.STARTS, `${process.pid}\n`)

const line: Line = {
  send: (message) => void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
  raw: (bytes) => process.stdout.write(bytes) && process.stdout.writableLength < 1_000_000,
  drained: (then) =>
    void (process.stdout.writableLength === 0 ? setImmediate(then) : process.stdout.once("drain", then)),
  cut: () => process.exit(4),
  forget: () => process.exit(5),
  forgetLater: () => {},
}
const handle = messageHandler(behaviourIn(process.argv))
const lines = createInterface({ input: process.stdin })
lines.on("line", (text) => handle(JSON.parse(text) as Message, line))
process.stdin.on("end", () => process.exit(0))
// Keeps the process alive when its input ends.
setInterval(() => {}, 1000)
