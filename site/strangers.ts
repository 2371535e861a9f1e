// Which requests a built site would make to other machines. There should be none: it has to work without a network.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** What a browser fetches by itself. A link that somebody follows is none of it. */
const FETCHED: Readonly<Record<string, RegExp>> = {
  ".html":
    /<(?:link|script|img|iframe|source|video|audio|object|embed)\b[^>]*?(?:src|href|data)="(?:https?:)?\/\/[^"]*"/g,
  ".css": /(?:url\(|@import)\s*["']?(?:https?:)?\/\/[^)"';]*/g,
  ".js": /(?:\bfetch|\bimport|\bnew (?:Worker|WebSocket|EventSource))\(\s*["'`](?:https?:|wss?:)?\/\/[^"'`]*/g,
}

export function strangersIn(folder: string): readonly string[] {
  return (readdirSync(folder, { recursive: true }) as string[]).toSorted().flatMap((file) => {
    const [ending = ""] = /\.\w+$/.exec(file) ?? []
    const pattern = FETCHED[ending]
    if (pattern === undefined) return []
    return [...readFileSync(join(folder, file), "utf8").matchAll(pattern)].map(([found]) => `${file}: ${found}`)
  })
}
