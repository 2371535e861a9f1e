// Words an answer is known by: plain lists per language that anybody may add to. They only read the model's answer; what
// reads the user's order and the tools is in ../lexicon. A phrase is lower case; `word*` takes any ending, `...` up to 60
// characters of the same sentence, and (a|b), (a )? are as in a regular expression.

export type PhraseClass = (typeof CLASSES)[number]

export const CLASSES = [
  /** All of it is said to be done: "all set", "erledigt". */
  "completion",
  /** Something is said to be done: "i've", "wurde". A word for the deed must stand beside it. */
  "claim",
  /** The model says that it looked again: "i double-checked", "anschließend geprüft". */
  "checked",
  /** It says that it has looked at the matter: "i checked", "ich habe verglichen". */
  "looked",
  /** Work is said to be left: "still to do", "verbleibend". */
  "incomplete",
  /** Its own work is said to be undone: "i have yet to", "muss ich noch". */
  "unfinished",
  /** It asks, or offers, to go on with what is left: "shall i continue", "mit dem rest". */
  "resume",
  /** The next step is announced: "i'll now", "ich werde gleich". */
  "promise",
  /** Part of the answer is put off: "questions 4 and 5 will follow", "im nächsten schritt". */
  "later",
  /** An offer, a condition, a courtesy: what follows binds nobody. "if you like", "falls du". */
  "courtesy",
  /** A greeting, an offer of more, a question whether all is well: it is read past. "anything else?" */
  "farewell",
  /** The work is handed to the user or to others: "you can run", "wenden sie sich". */
  "handback",
  /** The model says it lacks the means: "as an ai", "keinen zugriff". */
  "inability",
  /** It asks for what tools can fetch: "please paste", "kopier ... hier rein". */
  "request",
  /** It asks leave: "should i", "darf ich". */
  "permission",
  /** It asks what it is to do at all: "what would you like me to do with it?" */
  "purpose",
  /** It asks to choose: "which", "welche". */
  "choice",
  /** A danger or a doubt that makes asking fair: "can't be undone", "endgültig". */
  "risk",
  /** Only the user has it: "password", "pin". */
  "secret",
  /** It says what it did not bring about: "could not", "nicht gelungen". */
  "gap",
  /** It says that something is missing or failed: "not found", "abgelehnt". */
  "lack",
  /** A reason to leave something alone: "skipped", "already", "unverändert". */
  "skip",
  /** A place left to be filled: "to be inserted", "hier folgt". */
  "placeholder",
] as const

export type PhraseTable = Readonly<Partial<Record<PhraseClass, readonly string[]>>>
export type PhraseTables = Readonly<Record<PhraseClass, readonly string[]>>

/** Later tables add to earlier ones. */
export function mergePhrases(...tables: readonly PhraseTable[]): PhraseTables {
  const entries = CLASSES.map((name) => [name, [...new Set(tables.flatMap((table) => table[name] ?? []))]] as const)
  // Built from CLASSES, so no class is missing.
  return Object.fromEntries(entries) as unknown as PhraseTables
}

/** Nothing is known by its words: only calls, results and the order count. */
export const none: PhraseTables = mergePhrases()
