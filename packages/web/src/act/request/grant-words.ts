// What a wider grant would allow without asking, in words: a person reads it before giving it.
import type { Operations } from "@pawl/client"
import { type Key, t } from "../../i18n/words.ts"
import { sayCall } from "../call/say-call.ts"

export type Grants = Operations["requests.get"]["answer"]["grants"]
export type Covered = NonNullable<Grants["session"]>

/** One short line for each condition; the first names the tool. */
export function grantLines({ tool, where, exact }: Covered): readonly string[] {
  const what = t("act.grantTool", { tool, what: sayCall(tool, {}).what })
  if (where === undefined) return [what, t("act.grantAnything")]
  const names = Object.keys(where)
  if (names.length === 0) return [what, t("act.grantNothingGiven")]
  if (exact === true)
    return [
      what,
      ...names.map((name) => t("act.grantExactly", { name, value: where[name] ?? "" })),
      t("act.grantNoOther"),
    ]
  const rules = names.map((name) => ruleLine(tool, name, where[name] ?? ""))
  return [what, ...rules, ...more(tool)]
}

function ruleLine(tool: string, name: string, pattern: string): string {
  const kind = KINDS[`${tool}.${name}`] ?? "other"
  return LINES[kind](pattern, name)
}

type Kind = "command" | "folder" | "path" | "url" | "other"

const KINDS: Readonly<Record<string, Kind>> = {
  "run_command.command": "command",
  "run_command.cwd": "folder",
  "write_file.path": "path",
  "edit_file.path": "path",
  "move_file.from": "path",
  "move_file.to": "path",
  "fetch_url.url": "url",
}

const LINES: Readonly<Record<Kind, (pattern: string, name: string) => string>> = {
  command(pattern) {
    const [, whole] = /^([\s\S]*) \$$/.exec(pattern) ?? []
    return whole === undefined
      ? t("act.grantCommand", { value: pattern })
      : t("act.grantWholeCommand", { value: whole })
  },
  folder: (value) => t("act.grantIn", { value }),
  path(pattern, name) {
    const key: Key = name === "from" ? "act.grantFrom" : name === "to" ? "act.grantTo" : "act.grantFiles"
    return t(key, { value: filesIn(pattern) })
  },
  url: (pattern) => t("act.grantUrl", { value: pattern.replace(/\/\*\*$/, "") }),
  other: (value, name) => t("act.grantArgument", { name, value }),
}

function filesIn(pattern: string): string {
  if (pattern === "**") return t("act.grantAllFiles")
  if (pattern === "*") return t("act.grantTopFiles")
  return pattern.endsWith("/*") ? t("act.grantFolderFiles", { value: pattern.slice(0, -1) }) : pattern
}

/** What a grant for a built-in tool leaves open. For other tools it names all arguments. */
function more(tool: string): readonly string[] {
  if (tool === "write_file" || tool === "edit_file") return [t("act.grantAnyContent")]
  return ["move_file", "run_command", "fetch_url"].includes(tool) ? [] : [t("act.grantNoOther")]
}
