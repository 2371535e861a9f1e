// What is still open, by what the messages show: boxes that were not ticked, and things a result listed of which some
// were worked on and others not.
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Message } from "../../contracts/message.ts"
import { wordsOf } from "./shape.ts"

const MOST_ITEMS = 60
const LONGEST_ITEM = 200

/** `before`: what was open according to an earlier digest. Newer messages may have closed it. */
export function openItems(before: readonly string[], messages: readonly Message[]): readonly string[] {
  const boxes = new Map<string, boolean>(before.map((item) => [item, true]))
  for (const message of messages) for (const [item, isOpen] of boxesIn(wordsOf(message))) boxes.set(item, isOpen)
  const ticked = [...boxes].flatMap(([item, isOpen]) => (isOpen ? [item] : []))
  const work = workIn(messages)
  const left = ticked.filter((item) => !before.includes(item) || !isTouched(item, work.touched))
  return [...new Set([...left, ...work.left])].slice(-MOST_ITEMS)
}

const BOX = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[([ xX])\][ \t]+(.{1,300})$/gm

function boxesIn(words: string): readonly (readonly [string, boolean])[] {
  if (!words.includes("[")) return []
  return [...words.matchAll(BOX)].map(([, box = "", item = ""]) => [item.trim().slice(0, LONGEST_ITEM), box === " "])
}

interface Work {
  readonly left: readonly string[]
  readonly touched: string
}

/** A list counts as work when some of it was worked on after it was seen. */
function workIn(messages: readonly Message[]): Work {
  const left: string[] = []
  let later = ""
  for (const message of messages.toReversed()) {
    if (message.role === "assistant") later += message.calls.map((call) => JSON.stringify(call.arguments)).join("\n")
    if (message.role !== "tool" || message.failed) continue
    const items = listIn(wordsOf(message))
    const open = items.filter((item) => !isTouched(item, later))
    if (open.length > 0 && open.length < items.length) left.unshift(...open)
  }
  return { left, touched: later }
}

function isTouched(item: string, calls: string): boolean {
  // As it stands in JSON; a path may have been given in full or in part.
  const written = JSON.stringify(item).slice(1, -1)
  return calls.includes(written) || (item.includes("/") && calls.includes(item.slice(item.lastIndexOf("/") + 1)))
}

const MOST_LISTED = 500

function listIn(words: string): readonly string[] {
  const items = jsonList(words) ?? words.split("\n").map((line) => line.replace(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+/, ""))
  const names = items.map((item) => item.trim()).filter((item) => item.length > 2 && item.length <= LONGEST_ITEM)
  // Prose is no list: its lines are long, and few.
  const isList = names.length >= 2 && names.length <= MOST_LISTED && names.every((name) => name.split(" ").length <= 12)
  return isList ? names : []
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
