// What is still open, as the messages show it: boxes that were not ticked, and lists in results of which some items
// were worked on and others not.
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Message } from "../../contracts/message.ts"
import { isOpenTask, type Task, waitsFor } from "../../contracts/tasks.ts"
import { isPassing } from "../../kernel/state/passing.ts"
import { wordsOf } from "./shape.ts"

/** `before`: what was open according to an earlier digest. Newer messages may have closed it. */
export function openItems(before: readonly string[], messages: readonly Message[]): readonly string[] {
  const boxes = new Map<string, boolean>(before.map((item) => [item, true]))
  for (const message of messages) for (const [item, isOpen] of boxesIn(message)) boxes.set(item, isOpen)
  const unticked = [...boxes].flatMap(([item, isOpen]) => (isOpen ? [item] : []))
  const calls = callsIn(messages)
  const known = new Set(before)
  const left = unticked.filter((item) => !known.has(item) || !isTouched(item, -1, calls))
  return [...new Set([...left, ...workLeft(messages, calls)])]
}

/** The open items of the session's task list. */
export function taskLines(tasks: readonly Task[]): readonly string[] {
  return tasks.filter(isOpenTask).map((task) => {
    const waits = waitsFor(task, tasks)
    const doing = task.status === "in_progress" ? ["in progress"] : []
    const more = [...doing, ...(waits.length > 0 ? [`waits for ${waits.join(", ")}`] : [])].join("; ")
    return `task ${task.id}: ${task.title}${more === "" ? "" : ` (${more})`}`
  })
}

export function isTaskLine(item: string): boolean {
  return /^task \d+: /.test(item)
}

const BOX = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[([ xX])\][ \t]+(.{1,300})$/gm
type Box = readonly [item: string, isOpen: boolean]

/** Messages never change, so what was found in one can be cached. */
const knownBoxes = new WeakMap<Message, readonly Box[]>()
const knownLists = new WeakMap<Message, readonly string[]>()

function boxesIn(message: Message): readonly Box[] {
  const known = knownBoxes.get(message)
  if (known !== undefined) return known
  const words = isPassing(message) ? "" : wordsOf(message)
  // Lines that were cut apart are no items; their whole text was carried over when it was cut.
  const found =
    words.includes("]") && !words.includes("characters left out")
      ? [...words.matchAll(BOX)].map(([, box = "", item = ""]): Box => [item.trim(), box === " "])
      : []
  knownBoxes.set(message, found)
  return found
}

/** A list counts as work when some of its items were worked on after it was shown. */
function workLeft(messages: readonly Message[], calls: Calls): readonly string[] {
  return messages.flatMap((message, place) => {
    if (message.role !== "tool" || message.failed) return []
    const { touched, open } = sortedItems(listIn(message), place, calls)
    return touched.length > 0 ? open : []
  })
}

/** Which items of a list were worked on by calls that came after it, and which were not. */
export function sortedItems(
  items: readonly string[],
  place: number,
  calls: Calls,
): { readonly touched: readonly string[]; readonly open: readonly string[] } {
  const touched = items.filter((item) => isTouched(item, place, calls))
  return { touched, open: touched.length === 0 ? items : items.filter((item) => !touched.includes(item)) }
}

/** The arguments of all calls as written, and an index from each word to the calls that hold it. */
export interface Calls {
  readonly written: readonly WrittenCall[]
  readonly holding: ReadonlyMap<string, readonly number[]>
}

export interface WrittenCall {
  /** Its place among the messages, or among the calls. */
  readonly place: number
  readonly words: string
}

const WORD = /[\p{L}\p{N}]+/gu
const MAX_CALL_CHARS = 20_000

function callsIn(messages: readonly Message[]): Calls {
  return indexed(
    messages.flatMap((message, place) =>
      message.role === "assistant" ? message.calls.map((call) => ({ place, words: writtenOf(call.arguments) })) : [],
    ),
  )
}

export function writtenOf(given: JsonObject): string {
  return JSON.stringify(given).slice(0, MAX_CALL_CHARS)
}

export function indexed(written: readonly WrittenCall[]): Calls {
  const holding = new Map<string, number[]>()
  for (const [number, { words }] of written.entries()) {
    for (const word of new Set(words.match(WORD))) {
      const numbers = holding.get(word)
      if (numbers === undefined) holding.set(word, [number])
      else numbers.push(number)
    }
  }
  return { written, holding }
}

/** Compares the item as it stands in JSON; a path may have been given in full or in part. */
function isTouched(item: string, place: number, calls: Calls): boolean {
  if (isNamed(item, place, calls)) return true
  return item.includes("/") && isNamed(item.slice(item.lastIndexOf("/") + 1), place, calls)
}

function isNamed(item: string, place: number, { written, holding }: Calls): boolean {
  if (holding.size === 0) return false
  const spelled = JSON.stringify(item).slice(1, -1)
  // Only calls that hold its rarest word are checked; if no call holds one of its words, the item was not named.
  let rarest: readonly number[] | undefined
  for (const [word] of spelled.matchAll(WORD)) {
    const numbers = holding.get(word)
    if (numbers === undefined) return false
    if (rarest === undefined || numbers.length < rarest.length) rarest = numbers
  }
  return (rarest ?? []).some((number) => {
    const call = written[number]
    return call !== undefined && call.place > place && call.words.includes(spelled)
  })
}

const MAX_LISTED = 500
const MAX_LISTED_CHARS = 200

function listIn(message: Message): readonly string[] {
  const known = knownLists.get(message)
  if (known !== undefined) return known
  const found = namesOf(wordsOf(message))
  knownLists.set(message, found)
  return found
}

/** The items that a result lists, one a line or as JSON; none where it is no list. */
export function namesOf(words: string): readonly string[] {
  // A list that is shown in part does not say what the rest was.
  if (words.length > MAX_LISTED * MAX_LISTED_CHARS || words.includes("characters left out")) return []
  const items = jsonList(words) ?? lineList(words) ?? words.split("\n").map(nameIn)
  const names = items.map((item) => item.trim()).filter((item) => item.length > 2 && item.length <= MAX_LISTED_CHARS)
  // Prose is no list: its lines are long, and few.
  const isList = names.length >= 2 && names.length <= MAX_LISTED && names.every((name) => name.split(" ").length <= 12)
  return isList ? names : []
}

const BULLET = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
/** What listings put in front of a name: an icon, or "[FILE]". */
const ICON = /^[ \t]*(?:\[(?:FILE|DIR|LINK)\]|(?:\p{So}|\p{Sk}|\u200d|\ufe0f)+)[ \t]+/u
/** What they put behind it: a size, or where a link leads. */
const SIZE = /[ \t]+(?:\([\d.,]+ ?(?:bytes?|[kKMGT]i?B|B)\)|-> .*)$/

/** A name may hold blanks: only what a listing adds is removed. */
function nameIn(line: string): string {
  return line.replace(BULLET, "").replace(ICON, "").replace(SIZE, "")
}

/** Names in one line: separated by commas, or files separated by blanks. */
function lineList(words: string): readonly string[] | undefined {
  const line = words.trim()
  if (line.includes("\n")) return undefined
  const [, named = line] = /^[^,:]{1,80}: (.*)$/.exec(line) ?? []
  const byComma = named.replace(/[.;]$/, "").split(/, (?:and )?/)
  if (byComma.length > 1) return byComma.every((name) => name.split(" ").length <= 4) ? byComma.map(nameIn) : []
  const files = line.split(/\s+/)
  return files.length > 1 && files.every((file) => /[^.]\.\w{1,5}$/.test(file)) ? files : undefined
}

function jsonList(words: string): readonly string[] | undefined {
  if (!/^\s*[[{]/.test(words)) return undefined
  try {
    return namesIn(JSON.parse(words) as Json)
  } catch {
    return undefined
  }
}

function namesIn(json: Json): readonly string[] {
  const list = Array.isArray(json) ? json : Object.values(json ?? {}).find((value) => Array.isArray(value))
  if (!Array.isArray(list)) return []
  return list.flatMap((item: Json) => {
    if (typeof item === "string") return [item]
    if (typeof item !== "object" || item === null || Array.isArray(item)) return []
    const { path, name: called, file, id, title } = item as JsonObject
    const name = path ?? called ?? file ?? id ?? title
    return typeof name === "string" ? [name] : []
  })
}
