// notes: short notes with tags that a model keeps for itself in the session. They stay when messages are dropped from
// its view.
import { text } from "../../contracts/content.ts"
import type { Note } from "../../contracts/tasks.ts"
import { type Tool, ToolFailure, WholeResult } from "../../tools/tool.ts"
import { objectSchema, typedTool } from "../../tools/typed-tool.ts"

export interface NotesInput {
  readonly action: "add" | "search" | "list" | "update" | "scratch" | "delete"
  readonly text?: string
  readonly tags?: readonly string[]
  readonly id?: number
  readonly query?: string
  readonly all?: boolean
}

const MAX_NOTE_CHARS = 800
const MAX_TAGS = 5
const MAX_NOTES = 200
const SHOWN = 10

export function notesTool(): Tool {
  return typedTool<NotesInput>({
    name: "notes",
    description:
      'Your notes, which stay when old messages are dropped. "add" keeps a text with tags, "search" finds by query and tags, "list" shows the newest, "update" changes one, "scratch" strikes one out, "delete" removes it.',
    input: objectSchema({
      action: { type: "string", enum: ["add", "search", "list", "update", "scratch", "delete"] },
      "text?": { type: "string", description: `For add and update: at most ${MAX_NOTE_CHARS} characters.` },
      "tags?": {
        type: "array",
        items: { type: "string" },
        description: `For add: 1 to ${MAX_TAGS}; else, to find by.`,
      },
      "id?": { type: "integer", description: "For update, scratch and delete." },
      "query?": { type: "string", description: "For search: words that the note has." },
      "all?": { type: "boolean", description: "Show all, those struck out as well." },
    }),
    effect: "read",
    touches: () => ["*notes"],
    run(input, { own }) {
      const before = own?.notes ?? []
      const { notes = before, words } = carryOut(before, input)
      return new WholeResult({ outcome: "ok", content: [text(words)], ...(notes !== before && { notes }) })
    },
  })
}

/**
 * The notes after the call, unless they are unchanged, and the text for the model; throws a ToolFailure for the model.
 */
export function carryOut(
  before: readonly Note[],
  input: NotesInput,
): { readonly notes?: readonly Note[]; readonly words: string } {
  switch (input.action) {
    case "add":
      return added(before, input)
    case "search":
    case "list":
      return { words: found(before, input) }
    case "update": {
      const note = noteBy(before, input.id)
      if (input.text === undefined && input.tags === undefined) throw wrong('"update" needs a text, tags, or both.')
      const changed = {
        ...note,
        ...(input.text !== undefined && { text: readText(input.text) }),
        ...(input.tags !== undefined && { tags: readTags(input.tags) }),
      }
      return { notes: before.map((each) => (each === note ? changed : each)), words: `Changed: ${noteText(changed)}` }
    }
    case "scratch": {
      const note = noteBy(before, input.id)
      const struck: Note = { ...note, scratched: true }
      return { notes: before.map((each) => (each === note ? struck : each)), words: `Struck out: ${noteText(struck)}` }
    }
    case "delete": {
      const note = noteBy(before, input.id)
      return { notes: before.filter((each) => each !== note), words: `Deleted note ${note.id}.` }
    }
  }
}

function added(before: readonly Note[], { text: words, tags }: NotesInput) {
  if (before.length >= MAX_NOTES) throw wrong(`There are ${MAX_NOTES} notes, which is the most. Delete some first.`)
  const note = { id: Math.max(0, ...before.map(({ id }) => id)) + 1, text: readText(words), tags: readTags(tags) }
  return { notes: [...before, note], words: `Kept as note ${note.id}.` }
}

function found(notes: readonly Note[], { action, query = "", tags = [], all = false }: NotesInput): string {
  const words = action === "search" ? query.toLowerCase().split(/\s+/).filter(Boolean) : []
  if (action === "search" && words.length === 0 && tags.length === 0) throw wrong('"search" needs a query or tags.')
  const wanted = new Set(tags.map(tagOf))
  const hits = notes
    .filter((note) => all || note.scratched !== true)
    .filter((note) => wanted.size === 0 || note.tags.some((tag) => wanted.has(tag)))
    .filter((note) => words.every((word) => `${note.text} ${note.tags.join(" ")}`.toLowerCase().includes(word)))
    .reverse()
  if (hits.length === 0) return notes.length === 0 ? "There are no notes." : "No note fits."
  const shown = all ? hits : hits.slice(0, SHOWN)
  const more =
    hits.length > shown.length ? [`(${hits.length - shown.length} older ones: search, or list with all)`] : []
  return [...shown.map(noteText), ...more].join("\n")
}

export function noteText({ id, text: words, tags, scratched }: Note): string {
  return `${id}. ${scratched === true ? "(struck out) " : ""}${words} [${tags.join(", ")}]`
}

function noteBy(notes: readonly Note[], id: number | undefined): Note {
  const note = notes.find((each) => each.id === id)
  if (note !== undefined) return note
  const known = notes.length === 0 ? "there are no notes" : `the ids are ${notes.map((each) => each.id).join(", ")}`
  throw wrong(`${id === undefined ? "An id is needed" : `There is no note ${id}`}: ${known}.`)
}

function readText(words: string | undefined): string {
  const trimmed = words?.trim() ?? ""
  if (trimmed === "") throw wrong("A note needs a text.")
  if (trimmed.length <= MAX_NOTE_CHARS) return trimmed
  throw wrong(
    `A note has at most ${MAX_NOTE_CHARS} characters, and this one has ${trimmed.length}. Say it in fewer words.`,
  )
}

function readTags(tags: readonly string[] = []): readonly string[] {
  const known = [...new Set(tags.map(tagOf))].filter((tag) => tag !== "")
  if (known.length >= 1 && known.length <= MAX_TAGS) return known
  throw wrong(`A note has 1 to ${MAX_TAGS} tags, and this one has ${known.length}.`)
}

function tagOf(tag: string): string {
  return tag.trim().toLowerCase().replace(/^#/, "")
}

function wrong(message: string): ToolFailure {
  return new ToolFailure("note-invalid", message)
}
