// Writes docs/checks.md from the names of the tests.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { page } from "../test/checks/page.ts"

const root = join(import.meta.dirname, "..")
writeFileSync(join(root, "docs/checks.md"), page(root))
