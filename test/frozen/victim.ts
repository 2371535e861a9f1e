// A process that plays the beginning of a story and is killed in it.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Stage } from "./stage.ts"
import { beginPayment } from "./stories/payment.ts"

const [folder = ""] = process.argv.slice(2)
const stage = new Stage(folder, { prefix: "victim" })
const sent: unknown[] = []
// Write each request down before it is sent: the process cannot be asked later.
stage.requests.push = (...requests) => {
  sent.push(...requests)
  writeFileSync(join(folder, "sent.json"), JSON.stringify(sent))
  return sent.length
}
await beginPayment(stage, new URL("./kill-hook.ts", import.meta.url).href)
throw new Error("The story came to its end, and should not have.")
