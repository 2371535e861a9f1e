// Things an order names that a tool is needed for: files, paths, addresses, and systems of the user's.

const EXTENSIONS =
  "pdf|docx?|xlsx?|pptx?|odt|ods|txt|md|csv|tsv|jsonl?|ya?ml|xml|html?|css|scss|m?js|cjs|tsx?|jsx|py|rb|go|rs|java|kt|cpp|sh|sql|log|ini|toml|conf|cfg|png|jpe?g|gif|svg|webp|heic|tiff?|bmp|mp3|mp4|m4a|wav|flac|ogg|mov|avi|mkv|mka|zip|tar|gz|tgz|dmg|exe|iso|bak|tmp|ics|vcf|eml|msg|db|sqlite|ipynb|lock|pages|numbers|key|epub|tex|bib|rtf|psd"

/** "report.pdf", "IMG_2201.HEIC"; a whole word. */
const FILE = new RegExp(
  `(?<![\\w@./-])[\\p{L}\\p{N}_-][\\p{L}\\p{N}_.-]{0,120}?\\.(?:${EXTENSIONS})(?![\\p{L}\\p{N}_])`,
  "giu",
)
const ADDRESS = /\bhttps?:\/\/\S{1,300}|\b[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,32}/giu
const PATH =
  /(?<![\w~.])(?:~|\.{1,2})?\/[\w.*~@-]{1,80}(?:\/[\w.*~@-]{0,80}){0,20}|(?<![\w/])(?!\d+\/\d+)[\w.-]{1,60}\/[\w.*-]{1,80}(?:\/[\w.*-]{0,80}){0,20}/gu
const TOOL = /\b[a-z]{2,20}(?:__?[a-z]{2,20}){1,4}\b/gu

/** Stands for a named thing in a masked text. */
export const MASK = "§"

export interface Masked {
  readonly text: string
  readonly names: readonly string[]
  /** "web_fetch": tools by name. */
  readonly tools: readonly string[]
}

/** Takes named things out of a text, so that their dots and slashes are no punctuation. */
export function maskResources(text: string): Masked {
  const names: string[] = []
  const keep = (name: string) => {
    const trimmed = name.replace(/[.,;:!?)"']+$/, "")
    names.push(trimmed)
    return `${MASK}${name.slice(trimmed.length)}`
  }
  const masked = [ADDRESS, PATH, FILE].reduce((rest, pattern) => rest.replace(pattern, keep), text)
  const tools = masked.match(TOOL) ?? []
  return { text: masked.replace(TOOL, MASK), names, tools }
}

export function filesIn(text: string): readonly string[] {
  return text.match(FILE) ?? []
}

/** "with the twitter tool", "mit dem Such-Werkzeug". */
export const NAMED_TOOL =
  /(?<!\p{L})(?:use|using|with|via|mit|per|über|nutze|benutze|verwende)\s(?:the |your |dem |das |den |der |die )?(?:[\p{L}-]+ ){0,2}[\p{L}-]*(?:tools?|werkzeugs?|connector|plugin|api)(?!\p{L})/u

/** What only a tool can see: the user's own things, and the world outside. */
export const SYSTEMS =
  /(?<!\p{L})(?:(?:my|our|the|this|mein(?:e[nmrs]?)?|unser(?:e[nmrs]?)?|im|in der|in den|auf dem|vom|der|die|das|dein(?:e[nmrs]?)?) (?:[\p{L}']+ ){0,2}?(?:notes|notizen|inbox|mailbox|mails?|e-?mails?|messages|calendar|contacts|downloads?|desktop|documents|folder|directory|repo(?:sitory)?|codebase|database|db|server|crm|spreadsheet|drive|nas|file ?system|disk|printer|playlist|posteingang|postfach|kalender|termine|kontakte|ordner|verzeichnis|datenbank|festplatte|netz|internet|web|schreibtisch|laufwerk|dateisystem)|(?:termine|aufgaben|nachrichten|mails|appointments|meetings|tasks|messages|emails) (?:habe ich|hab ich|do i have|have i)|on the web|(?:on|at|auf|from|von) [a-z]{2,12}-?\d{1,3}|online|internet|filesystem tools?)(?!\p{L})/u
