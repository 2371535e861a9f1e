// Another process that keeps searching the same file: `node search-from-process.ts PATH`, until its input ends.
import { sqlite } from "../sqlite.ts"

const [path = ""] = process.argv.slice(2)
const store = await sqlite(path)
let isOver = false
process.stdin.on("end", () => {
  isOver = true
})
process.stdin.resume()
process.stdout.write("ready\n")
let searches = 0
while (!isOver) {
  await store.archive.search("indeed", { limit: 1000 })
  searches += 1
  await new Promise((resolve) => setImmediate(resolve))
}
await store.close()
process.stdout.write(`${searches}\n`)
