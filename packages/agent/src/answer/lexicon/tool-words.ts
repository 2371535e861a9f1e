// Words in the names of tools that mislead: things that look like verbs, and German nouns that stand for a deed.

/** Verbs that are also names of things. */
export const THINGS = new Set(
  "queue trash order orders book booking mail email message post call record archive draft drafts backup file files tag label print share release import export transfer alarm comment review schedule reminder snapshot playlist invite cart payment refund log branch commit ticket".split(
    " ",
  ),
)
export const READ = new Set("pdf doc docx html image page csv text file web http url".split(" "))
export const READINGS = new Set("text info fields felder rows words pages head content inhalt lesen meta".split(" "))
export const VERBS_TOO = new Set(
  "book order mail email message call archive print share release import export transfer invite refund commit".split(
    " ",
  ),
)
export const LOOKS_LAST = new Set("list get search find fetch query lookup show ls read info status count".split(" "))

/** German nouns that name a deed. */
export const GERMAN: Readonly<Record<string, string>> = {
  kauf: "buy",
  bestellung: "order",
  storno: "cancel",
  versand: "send",
  druck: "print",
  anruf: "call",
  umbenennung: "rename",
  neustart: "restart",
}
