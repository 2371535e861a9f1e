// Where a page of the repository stands on the site. What has no place there is not shown, and links to it become plain words.
import { existsSync, statSync } from "node:fs"
import { join, normalize } from "node:path/posix"
import { isElsewhere, withLinks } from "../scripts/docs/markdown.ts"

const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^README\.md$/, "readme.md"],
  [/^ARCHITECTURE\.md$/, "architecture.md"],
  [/^CONTEXT\.md$/, "glossary.md"],
  [/^CHANGELOG\.md$/, "changelog.md"],
  [/^CONTRIBUTING\.md$/, "contributing.md"],
  [/^docs\/(guide|adr)\/README\.md$/, "$1/index.md"],
  [/^docs\/((?:guide\/|adr\/)?[\w-]+\.md)$/, "$1"],
  [/^packages\/(agent|client|postgres|restate|server|web|cli)\/README\.md$/, "packages/$1.md"],
  [/^packages\/agent\/src\/([\w-]+)\/README\.md$/, "source/$1.md"],
  [/^packages\/cli\/src\/README\.md$/, "source/cli.md"],
  [/^deploy\/README\.md$/, "deploy.md"],
  [/^examples\/([\w-]+)\/README\.md$/, "examples/$1.md"],
]

/** Copied to the public files of the site under the same name. */
const PICTURE = /^docs\/pictures\/([\w-]+\.svg)$/

export function placeOf(page: string): string | undefined {
  const found = PLACES.find(([pattern]) => pattern.test(page))
  return found && page.replace(found[0], found[1])
}

/** The page as the site takes it: its links lead to places of the site, and nothing in it is taken for a template. */
export function placed(root: string, page: string, source: string): string {
  const linked = withLinks(source, (text, target) => {
    if (isElsewhere(target) || target.startsWith("#")) return `[${text}](${target})`
    const [path = "", anchor] = target.split("#")
    const aim = normalize(join(page, "..", path))
    if (PICTURE.test(aim)) return `[${text}](/${aim.replace(PICTURE, "pictures/$1")})`
    const place = placeOf(pageAt(root, aim))
    return place === undefined ? text : `[${text}](/${place}${anchor === undefined ? "" : `#${anchor}`})`
  })
  return linked.replaceAll("{{", "&#123;&#123;")
}

/** A link to a folder shows its README. */
function pageAt(root: string, path: string): string {
  const place = join(root, path)
  return existsSync(place) && statSync(place).isDirectory() ? join(path, "README.md") : path
}
