// What stands beside the pages: the guides in the order of their index, the decisions, and the reference by entry.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Item {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: readonly Item[]
}

/** `pages`: the folder in which the pages are put together. */
export function sidebars(pages: string): Readonly<Record<string, readonly Item[]>> {
  const project: readonly Item[] = [
    { text: "What works today", link: "/readme" },
    { text: "Architecture", link: "/architecture" },
    { text: "Glossary", link: "/glossary" },
    { text: "Security", link: "/security" },
    { text: "Performance", link: "/performance" },
    { text: "Changelog", link: "/changelog" },
    { text: "Contributing", link: "/contributing" },
    { text: "Checks", link: "/checks" },
    { text: "MCP servers that were tried", link: "/mcp-servers" },
  ]
  return {
    "/guide/": [
      { text: "All guides", link: "/guide/" },
      ...guides(readFileSync(join(pages, "guide/index.md"), "utf8")),
    ],
    "/adr/": [{ text: "All decisions", link: "/adr/" }, ...decisions(join(pages, "adr"))],
    ...reference(join(pages, "api")),
    "/": [
      { text: "Project", items: project },
      { text: "Packages", items: titled(pages, "packages") },
      { text: "Folders of the library", items: titled(pages, "source") },
      { text: "Examples", items: titled(pages, "examples") },
    ],
  }
}

/** The index is the order: its headings are groups, its links are pages. */
export function guides(index: string): readonly Item[] {
  return index
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [text = ""] = part.split("\n")
      const links = [...part.matchAll(/^- \[(.+?)\]\((.+?)\.md\)/gm)]
      return { text, items: links.map(([, title = "", link = ""]) => ({ text: title, link })) }
    })
}

function decisions(folder: string): readonly Item[] {
  return markdownIn(folder)
    .filter((file) => file !== "index.md")
    .map((file) => ({ text: titleOf(join(folder, file)), link: `/adr/${file.replace(/\.md$/, "")}` }))
}

function titled(pages: string, folder: string): readonly Item[] {
  return markdownIn(join(pages, folder)).map((file) => ({
    text: titleOf(join(pages, folder, file)),
    link: `/${folder}/${file.replace(/\.md$/, "")}`,
  }))
}

/** Folders that typedoc makes, in the order in which people look. */
const KINDS = {
  functions: "Functions",
  classes: "Classes",
  variables: "Values",
  namespaces: "Namespaces",
  interfaces: "Interfaces",
  "type-aliases": "Types",
}

/** A list for each entry, and not one of everything: it would be in every page. */
function reference(folder: string): Readonly<Record<string, readonly Item[]>> {
  const entries = (readdirSync(folder, { recursive: true }) as string[])
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.includes("/namespaces") && existsSync(join(folder, path, "index.md")))
    .sort()
  const top = { text: "Entries", items: entries.map((entry) => ({ text: entry, link: `/api/${entry}/` })) }
  const own = entries.map((entry) => [`/api/${entry}/`, [top, ...kindsOf(folder, entry)]] as const)
  return { "/api/": [top], ...Object.fromEntries(own) }
}

function kindsOf(folder: string, entry: string): readonly Item[] {
  return Object.entries(KINDS).flatMap(([kind, text]) => {
    const names = foldersIn(join(folder, entry, kind))
    if (names.length === 0) return []
    const link = (name: string) =>
      `/api/${entry}/${kind}/${name.endsWith(".md") ? name.replace(/\.md$/, "") : `${name}/`}`
    return [{ text, items: names.map((name) => ({ text: name.replace(/\.md$/, ""), link: link(name) })) }]
  })
}

function foldersIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : []
}

function markdownIn(folder: string): readonly string[] {
  return foldersIn(folder).filter((file) => file.endsWith(".md"))
}

function titleOf(file: string): string {
  return /^# (.+)$/m.exec(readFileSync(file, "utf8"))?.[1]?.replaceAll("`", "") ?? file
}
