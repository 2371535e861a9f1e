// Stands in for a provider that allows few requests: what comes too often gets status 429 and is told when to come again.
import { modelServer } from "@pawl/agent/testing"

/** How many requests are answered in each window, and how long a window is. */
const allowed = Number(process.env.ALLOWED ?? 5)
const windowMs = Number(process.env.WINDOW_MS ?? 1000)

let endsAt = 0
let left = 0
let answered = 0
let refused = 0

const server = await modelServer({
  script: ({ said }) => {
    answered += 1
    return `It is about ${/about (.*)\./.exec(said)?.[1]}.`
  },
  fault: () => {
    const now = Date.now()
    if (now >= endsAt) [endsAt, left] = [now + windowMs, allowed]
    if (left > 0) {
      left -= 1
      return undefined
    }
    refused += 1
    return { kind: "status", status: 429, headers: { "retry-after-ms": String(endsAt - now) } }
  },
})
console.log(`Model on ${server.openai}`)
process.once("SIGTERM", async () => {
  await server.close()
  console.log(`${answered} answered, ${refused} refused`)
})
