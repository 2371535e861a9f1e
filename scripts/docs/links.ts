// Finds broken relative links of a page: a missing file, or a missing heading in it.
import { existsSync, statSync } from "node:fs"
import { join, normalize } from "node:path/posix"
import { anchorsIn, isElsewhere, linksIn, readPage } from "./markdown.ts"

export function brokenLinks(root: string, page: string, source = readPage(root, page)): readonly string[] {
  return linksIn(source).flatMap((link) => {
    const why = isElsewhere(link) ? undefined : problemOf(root, page, link, source)
    return why === undefined ? [] : [`${page}: (${link}) ${why}`]
  })
}

function problemOf(root: string, page: string, link: string, source: string): string | undefined {
  const [path = "", anchor] = link.split("#")
  if (path === "") return anchorsIn(source).has(anchor ?? "") ? undefined : NO_HEADING
  const target = normalize(join(page, "..", decodeURI(path)))
  if (target.startsWith("..")) return "leads out of the repository"
  const place = join(root, target)
  if (!existsSync(place)) return "leads to no file"
  if (anchor === undefined) return undefined
  if (!statSync(place).isFile() || !target.endsWith(".md")) return "names a heading of what is no page"
  return anchorsIn(readPage(root, target)).has(anchor) ? undefined : NO_HEADING
}

const NO_HEADING = "names no heading of that page"
