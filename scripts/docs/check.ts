// `npm run docs:check`: lists all problems of the documents. The test suite checks the same, test by test.
import { join } from "node:path"
import { examplesIn, undocumented, withoutExample } from "./comments.ts"
import { brokenLinks } from "./links.ts"
import { pagesIn } from "./markdown.ts"
import { unnamedParameters } from "./named-parameters.ts"
import { mistakesIn, programsOfPages } from "./programs.ts"
import { publicNames } from "./public-api.ts"

const root = join(import.meta.dirname, "../../")
const pages = pagesIn(root)
const names = publicNames(root)
const programs = [...programsOfPages(root), ...examplesIn(names)]
const problems = [
  ...pages.flatMap((page) => brokenLinks(root, page)),
  ...mistakesIn(root, programs),
  ...undocumented(names).map((place) => `${place} has no sentence`),
  ...unnamedParameters(root, names).map((place) => `${place} takes a parameter apart in its head: name it`),
  ...withoutExample(names).map((place) => `${place} has no example`),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else
  console.log(
    `${pages.length} pages, ${programs.length} programs and ${names.length} public names are as they should be.`,
  )
