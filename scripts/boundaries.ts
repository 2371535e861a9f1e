// `npm run boundaries`: writes the table of allowed imports between folders into ARCHITECTURE.md.
import { readFileSync, writeFileSync } from "node:fs"
import { BEGIN, END, markdownTable } from "../test/boundaries/table.ts"

const file = new URL("../ARCHITECTURE.md", import.meta.url)
const page = readFileSync(file, "utf8")
writeFileSync(file, page.slice(0, page.indexOf(BEGIN)) + markdownTable() + page.slice(page.indexOf(END) + END.length))
