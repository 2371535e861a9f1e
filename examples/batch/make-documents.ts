// Writes letters to try the batch with: `node make-documents.ts 500` makes 500 files in the folder "documents".
import { mkdirSync, writeFileSync } from "node:fs"

const count = Number(process.argv[2] ?? 500)
const TOPICS = ["a broken kettle", "a late parcel", "a wrong invoice", "a kind word"]

mkdirSync("documents", { recursive: true })
for (let number = 1; number <= count; number++) {
  const name = `letter-${String(number).padStart(4, "0")}.txt`
  writeFileSync(
    `documents/${name}`,
    `Letter ${number}\n\nDear shop,\n\nI write about ${TOPICS[number % TOPICS.length]}.\n`,
  )
}
console.log(`${count} documents are in the folder "documents".`)
