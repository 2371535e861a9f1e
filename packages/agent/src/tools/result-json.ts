// Writes a tool's result as JSON. A value that JSON would lose or distort (a map, a bigint, a cycle) fails the call, and the
// failure names its place: a model that is shown `{}` would take it for the result.
import { ToolFailure } from "./tool.ts"

/** Dates become ISO texts and undefined fields are left out, as JSON has it. */
export function resultJson(value: unknown): string {
  const open: { readonly holder: unknown; readonly path: string }[] = []
  // A function, because `this` is the object that holds the value; called with what `toJSON` returned.
  function checked(this: unknown, key: string, each: unknown): unknown {
    while (open.length > 0 && open.at(-1)?.holder !== this) open.pop()
    const parent = open.at(-1)
    const path = parent === undefined ? "result" : `${parent.path}${step(key, Array.isArray(this))}`
    const cycle = open.find(({ holder }) => holder === each)
    if (cycle !== undefined) throw unfit(path, `${cycle.path} again, in a cycle`, "leave it out")
    const row = UNFIT.find(({ is }) => is(each)) ?? DISTORTED.find(({ is }) => is(Reflect.get(Object(this), key)))
    if (row !== undefined) throw unfit(path, row.kind, row.instead)
    if (typeof each === "object" && each !== null) open.push({ holder: each, path })
    return each
  }
  return JSON.stringify(value, checked) ?? "null"
}

interface Unfit {
  readonly is: (value: unknown) => boolean
  readonly kind: string
  readonly instead: string
}

const UNFIT: readonly Unfit[] = [
  { is: (value) => value instanceof Map, kind: "a Map", instead: "return Object.fromEntries(map)" },
  { is: (value) => value instanceof Set, kind: "a Set", instead: "return [...set]" },
  { is: (value) => typeof value === "bigint", kind: "a bigint", instead: "return String(value)" },
  { is: (value) => typeof value === "function", kind: "a function", instead: "return what it returns" },
  { is: (value) => typeof value === "symbol", kind: "a symbol", instead: "return a text" },
  { is: (value) => value instanceof Promise, kind: "a promise", instead: "await it" },
  { is: (value) => value instanceof Error, kind: "an error", instead: "throw it, or return its message" },
  { is: (value) => value instanceof RegExp, kind: "a regular expression", instead: "return String(value)" },
  // By its tag: to name the class would load Node's whole fetch.
  {
    is: (value) => tagOf(value) === "Response",
    kind: "a Response",
    instead: "return await response.json(), or its text",
  },
  { is: isStream, kind: "a stream of values", instead: "return a list of them" },
  { is: isIterator, kind: "an iterator", instead: "return a list of its values" },
  { is: isNoNumber, kind: "no number (NaN or infinite)", instead: "return null or a text" },
]

/** What its own `toJSON` distorts, or JSON takes for an object. */
const DISTORTED: readonly Unfit[] = [
  { is: isBytes, kind: "bytes", instead: 'return Buffer.from(bytes).toString("base64"), or the path of a file' },
  { is: isNoDate, kind: "a date that does not exist", instead: "return null or a text" },
]

function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer
}

function isStream(value: unknown): boolean {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value
}

/** A generator, too. */
function isIterator(value: unknown): boolean {
  return /(?:Iterator|Generator)$/.test(tagOf(value))
}

function isNoDate(value: unknown): boolean {
  return value instanceof Date && Number.isNaN(value.getTime())
}

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}

function isNoNumber(value: unknown): boolean {
  return typeof value === "number" && !Number.isFinite(value)
}

function step(key: string, isItem: boolean): string {
  if (isItem) return `[${key}]`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

function unfit(path: string, kind: string, instead: string): ToolFailure {
  return unwritable(`${path} is ${kind}. Its author should ${instead}`)
}

/** The call itself is over, so the model is told that calling again would do the work a second time. */
export function unwritable(why: string): ToolFailure {
  const message = `The tool has run, but its result cannot be shown: ${why}. Do not call it again for this.`
  return new ToolFailure("result-invalid", message)
}
