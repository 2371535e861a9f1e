// What a call says in one line: what is done, and the argument that tells it from others.
import type { Json } from "@pawl/client"
import { type Key, t } from "../../i18n/words.ts"
import { visible } from "./visible.ts"

type Given = Readonly<Record<string, Json>>

export interface Saying {
  /** "Edit file"; for a tool that is not built in, its name. */
  readonly what: string
  /** The path, command, address or words that matter; may be empty. */
  readonly telling: string
}

type Row = readonly [what: Key, telling: (given: Given) => string]

/** One row for each built-in tool. */
const KNOWN: Readonly<Record<string, Row>> = {
  read_file: ["act.sayRead", (given) => lines(given)],
  write_file: ["act.sayWrite", ({ path }) => text(path)],
  edit_file: ["act.sayEdit", ({ path }) => text(path)],
  list_directory: ["act.sayList", ({ path }) => text(path) || "."],
  search_files: ["act.saySearch", ({ pattern, path }) => joined(text(pattern), " · ", text(path))],
  move_file: ["act.sayMove", ({ from, to }) => joined(text(from), " → ", text(to))],
  delete_file: ["act.sayDelete", ({ path }) => text(path)],
  run_command: ["act.sayRun", ({ command }) => text(command)],
  fetch_url: ["act.sayFetch", ({ url }) => text(url)],
  read_result: ["act.sayReadOn", () => ""],
  tasks: ["act.sayTasks", task],
  notes: ["act.sayNotes", ({ text: words }) => text(words)],
  ask_user: ["act.sayAsk", ({ question }) => text(question)],
  delegate: ["act.sayDelegate", ({ title, task }) => text(title) || text(task)],
}

/** Names of arguments that tell a call from others, the most telling first. */
const TELLING = ["path", "file_path", "file", "command", "url", "uri", "query", "pattern", "question", "title", "name"]

export function sayCall(name: string, given: Given): Saying {
  const row = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined
  if (row !== undefined) return { what: t(row[0]), telling: oneLine(row[1](given)) }
  return { what: shownName(name), telling: oneLine(mostTelling(given)) }
}

/** MCP tools are called server__tool. */
export function shownName(name: string): string {
  return visible(name).split("__").filter(Boolean).join(" · ") || t("act.someTool")
}

function mostTelling(given: Given): string {
  const known = TELLING.find((name) => typeof given[name] === "string" && given[name] !== "")
  if (known !== undefined) return text(given[known])
  return text(Object.values(given).find((value) => typeof value === "string" && value !== ""))
}

function lines({ path, start_line: from, line_count: count }: Given): string {
  if (typeof from !== "number") return text(path)
  return `${text(path)}:${from}${typeof count === "number" ? `–${from + count - 1}` : ""}`
}

/** New ones by their titles; a change by its number and what it becomes. */
function task({ titles, title, id, status }: Given): string {
  if (Array.isArray(titles)) return titles.map(text).join(", ")
  const becomes = Object.hasOwn(TASK_STATES, text(status))
    ? t(TASK_STATES[text(status) as keyof typeof TASK_STATES])
    : ""
  const number = text(id) === "" ? "" : `#${text(id)}`
  return [number, text(title), becomes].filter((words) => words !== "").join(" · ")
}

const TASK_STATES = {
  open: "act.task_open",
  in_progress: "act.task_in_progress",
  done: "act.task_done",
  dropped: "act.task_dropped",
} as const satisfies Readonly<Record<string, Key>>

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : ""
}

function joined(first: string, between: string, second: string): string {
  return first === "" || second === "" ? first + second : first + between + second
}

const LONGEST = 300

/** One line that fits; the whole stands in the arguments. */
function oneLine(words: string): string {
  const line = visible(words.replace(/\s+/g, " ").trim())
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
