// Finds things that a request names, and their kind: a path is a file, whatever words are in it. The words of a name say
// little about the tool that is wanted, so they are taken out and count little.

export interface ParsedThings {
  /** The text without the things. */
  readonly rest: string
  /** Words for the kinds of things. */
  readonly kinds: readonly string[]
  /** The words of the things themselves. */
  readonly within: string
}

interface Thing {
  readonly pattern: RegExp
  readonly kinds: (found: string) => string
}

const WHAT_FILES_ARE: readonly (readonly [RegExp, string])[] = [
  [/^(?:xlsx?|xlsm|ods|csv|tsv)$/, "spreadsheet file"],
  [/^(?:png|jpe?g|gif|webp|svg|bmp|heic|tiff?)$/, "image file"],
  [/^(?:mp4|mov|avi|mkv|webm)$/, "video file"],
  [/^(?:mp3|wav|flac|m4a|ogg|aac)$/, "audio file"],
  [/^pdf$/, "pdf file"],
  [/^(?:db|sqlite3?)$/, "database file"],
  [/^sql$/, "sql file"],
]

const THINGS: readonly Thing[] = [
  { pattern: /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g, kinds: () => "mail" },
  { pattern: /\bhttps?:\/\/\S+|\bwww\.\S+/gi, kinds: urlKinds },
  {
    pattern: /\b(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|app|edu|gov|de|fr|es|uk|eu|ch|at)\b(?:\/\S*)?/gi,
    kinds: urlKinds,
  },
  {
    pattern: /(?<![\w/])(?:~|\.{1,2})?\/[\w.~-][\w.~/*-]*|(?<![\w/])[\w.-]+\/[\w./*-]*\.[a-z]\w{0,4}\b/gi,
    kinds: fileKinds,
  },
  { pattern: /(?<![\w/.])[\w-]+\.[a-z][a-z0-9]{1,4}\b/gi, kinds: fileKinds },
  { pattern: /(?<![\w/])[\w.-]+\/[\w.-]+(?![\w/])/g, kinds: () => "repository branch" },
  { pattern: /(?<!\w)#[a-z][\w-]*/gi, kinds: () => "channel" },
  { pattern: /\b[A-Z]{2,6}-\d+\b/g, kinds: () => "issue ticket" },
  { pattern: /\b\d{1,2}:\d{2}\b|\b\d{1,2} ?(?:am|pm|o'clock|uhr)\b/gi, kinds: () => "calendar time" },
  { pattern: /\b(?=\w*\d)(?=\w*[a-f])[0-9a-f]{7,40}\b/g, kinds: () => "commit" },
  { pattern: /"[^"\n]{1,200}"|“[^”\n]{1,200}”|„[^“\n]{1,200}“|«[^»\n]{1,200}»|`[^`\n]{1,200}`/g, kinds: () => "" },
]

export function parseThings(text: string): ParsedThings {
  const kinds: string[] = []
  const within: string[] = []
  let rest = text
  for (const thing of THINGS) {
    rest = rest.replace(thing.pattern, (found) => {
      const kind = thing.kinds(found)
      if (kind !== "") kinds.push(...kind.split(" "))
      within.push(found)
      return " "
    })
  }
  return { rest, kinds, within: within.join(" ") }
}

/** The site's name counts, because a tool of that site may be wanted. */
function urlKinds(found: string): string {
  const host = found.replace(/^https?:\/\//i, "").split(/[/:?#]/)[0] ?? ""
  const site = host.split(".").at(-2) ?? ""
  return `url web ${/^[a-z]+$/i.test(site) ? site : ""}`.trim()
}

function fileKinds(found: string): string {
  const extension = /\.([a-z][a-z0-9]{0,4})$/i.exec(found)?.[1]?.toLowerCase()
  if (extension === undefined) return "folder file"
  return WHAT_FILES_ARE.find(([pattern]) => pattern.test(extension))?.[1] ?? "file"
}
