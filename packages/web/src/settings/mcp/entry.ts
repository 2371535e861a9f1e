// The form of an MCP server, and the entry that the server of Pawl stores.
import type { Json, Operations } from "@pawl/client"

export type Entry = Operations["servers.put"]["body"]

export interface EntryForm {
  readonly kind: "http" | "stdio"
  readonly name: string
  readonly url: string
  /** One a line: "Authorization: Bearer abc". */
  readonly headers: string
  readonly command: string
  /** One a line: nothing is split at spaces, so none has to be quoted. */
  readonly args: string
  /** One a line: "KEY=value". */
  readonly env: string
  readonly cwd: string
  readonly timeoutSeconds: string
}

/** What the server shows in the place of a value. */
export const MASK = "********"

export const EMPTY_FORM: EntryForm = {
  kind: "http",
  name: "",
  url: "",
  headers: "",
  command: "",
  args: "",
  env: "",
  cwd: "",
  timeoutSeconds: "",
}

export function formOf(name: string, entry: Readonly<Record<string, Json>> = {}): EntryForm {
  const text = (value: Json | undefined) => (typeof value === "string" ? value : "")
  const { url, headers, command, args, env, cwd, timeoutMs } = entry
  return {
    kind: typeof command === "string" ? "stdio" : "http",
    name,
    url: text(url),
    headers: pairLines(headers, ": "),
    command: text(command),
    args: Array.isArray(args) ? args.join("\n") : "",
    env: pairLines(env, "="),
    cwd: text(cwd),
    timeoutSeconds: typeof timeoutMs === "number" ? String(timeoutMs / 1000) : "",
  }
}

function pairLines(pairs: Json | undefined, sign: string): string {
  if (typeof pairs !== "object" || pairs === null || Array.isArray(pairs)) return ""
  return Object.entries(pairs)
    .map(([key, value]) => `${key}${sign}${value}`)
    .join("\n")
}

/** What of the form is missing or cannot be meant, and the field that says so. */
export interface FormProblem {
  readonly field: keyof EntryForm
  readonly what: "name" | "url" | "command" | "headers" | "env" | "masked" | "timeout"
}

export function problemOf(form: EntryForm): FormProblem | undefined {
  const isHttp = form.kind === "http"
  const pairs = isHttp ? "headers" : "env"
  if (form.name.trim() === "") return { field: "name", what: "name" }
  if (isHttp && !/^https?:\/\/\S+$/.test(form.url.trim())) return { field: "url", what: "url" }
  if (!isHttp && form.command.trim() === "") return { field: "command", what: "command" }
  if (form[pairs].includes(MASK)) return { field: pairs, what: "masked" }
  const isPair = (line: string) => pairOf(line, isHttp ? ":" : "=") !== undefined
  if (!linesOf(form[pairs]).every(isPair)) return { field: pairs, what: pairs }
  const seconds = form.timeoutSeconds.trim()
  return seconds === "" || Number(seconds) > 0 ? undefined : { field: "timeoutSeconds", what: "timeout" }
}

/** Of a form without a problem. */
export function entryOf(form: EntryForm): Entry {
  const { kind, url, command, cwd, timeoutSeconds } = form
  const timeout = timeoutSeconds.trim() === "" ? {} : { timeoutMs: Math.round(Number(timeoutSeconds) * 1000) }
  if (kind === "http")
    return { type: "http", url: url.trim(), ...named("headers", pairsOf(form.headers, ":")), ...timeout }
  const args = linesOf(form.args)
  return {
    type: "stdio",
    command: command.trim(),
    ...(args.length > 0 && { args }),
    ...named("env", pairsOf(form.env, "=")),
    ...(cwd.trim() !== "" && { cwd: cwd.trim() }),
    ...timeout,
  }
}

function named<K extends string>(key: K, pairs: Readonly<Record<string, string>>) {
  return Object.keys(pairs).length === 0 ? {} : ({ [key]: pairs } as Readonly<Record<K, typeof pairs>>)
}

function pairsOf(text: string, sign: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    linesOf(text).flatMap((line) => [pairOf(line, sign) ?? []].filter((pair) => pair.length > 0)),
  )
}

/** The first sign ends the key: values may hold it too. */
function pairOf(line: string, sign: string): readonly [string, string] | undefined {
  const at = line.indexOf(sign)
  return at < 1 ? undefined : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
}
