// Markdown files as commands: those of the user, and those in `.pawl/commands` of the workspace. A file is a text that the
// user sends with one word; nothing in it is carried out, and no @ in it attaches a file.
import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs"
import { join, sep } from "node:path"
import type { Settings } from "../config/settings.ts"
import { files } from "../folders.ts"

const MAX_BYTES = 100_000

export interface CommandFile {
  /** With the slash. */
  readonly name: string
  readonly description: string
  /** What follows the name, as the file's `argument-hint` says. */
  readonly hint: string
  readonly from: "yours" | "workspace"
  readonly path: string
  readonly body: string
}

export interface CommandFiles {
  readonly commands: readonly CommandFile[]
  /** Why other files are no commands, a sentence each. */
  readonly problems: readonly string[]
}

type Where = Pick<Settings, "folders" | "workspace">

/** `taken`: the names of Pawl's own commands. The files of the user come first, so that a workspace cannot replace them. */
export function commandFilesIn({ folders, workspace }: Where, taken: readonly string[]): CommandFiles {
  const found = new Map<string, CommandFile>()
  const problems: string[] = []
  for (const { from, folder } of [
    { from: "yours", folder: files.commands(folders) },
    { from: "workspace", folder: join(workspace, ".pawl", "commands") },
  ] as const) {
    if (from === "workspace" && !isInside(folder, workspace)) continue
    for (const file of namesIn(folder)) {
      const path = join(folder, file)
      const name = `/${file.slice(0, -".md".length).toLowerCase()}`
      const problem = problemOf({ name, path, from }, taken, found.get(name))
      if (problem === undefined) found.set(name, { name, from, path, ...contentOf(readFileSync(path, "utf8")) })
      else problems.push(`The command file "${path}" is not used: ${problem}`)
    }
  }
  return { commands: [...found.values()], problems }
}

/** A link in a project must not show the model files of the user. */
function isInside(folder: string, workspace: string): boolean {
  try {
    return realpathSync(folder).startsWith(realpathSync(workspace) + sep)
  } catch {
    return false
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .sort()
  } catch {
    return []
  }
}

function problemOf(
  { name, path, from }: Pick<CommandFile, "name" | "path" | "from">,
  taken: readonly string[],
  other: CommandFile | undefined,
): string | undefined {
  if (!/^\/[a-z0-9][\w-]*$/.test(name)) return "its name may have letters, digits, - and _ only. Rename it."
  if (taken.includes(name)) return `${name} is a command of Pawl. Rename it.`
  if (other !== undefined) return `"${other.path}" has the same name. Rename one of them.`
  try {
    const status = lstatSync(path)
    if (from === "workspace" && !status.isFile()) return "it is no plain file. Put the file itself there."
    if (status.size > MAX_BYTES) return `it has more than ${MAX_BYTES.toLocaleString("en")} bytes. Shorten it.`
    readFileSync(path)
    return undefined
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code}).`
  }
}

/** The lines between two `---` at the beginning are about the file; what is not known there is ignored. */
export function contentOf(text: string): Pick<CommandFile, "description" | "hint" | "body"> {
  const [whole, head = ""] = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text) ?? [""]
  const body = text.slice(whole.length).trim()
  const [first = ""] = body.split("\n")
  return {
    description: fieldOf(head, "description") ?? first.replace(/^#+\s*/, "").trim(),
    hint: fieldOf(head, "argument-hint") ?? "",
    body,
  }
}

function fieldOf(head: string, name: string): string | undefined {
  const value = new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*\\r?$`, "m").exec(head)?.[1]
  return value === undefined || value === "" ? undefined : value.replace(/^(["'])(.*)\1$/, "$2")
}

/** The text with what was typed after the name in place of `$ARGUMENTS`, `$1` to `$9`; at its end if it has none of these. */
export function filledIn(body: string, typed: string): string {
  const given = typed.trim()
  const words = [...given.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare,
  )
  const places = /\$(ARGUMENTS\b|[1-9](?!\d))/g
  if (!places.test(body)) return given === "" ? body : `${body}\n\n${given}`
  // In one pass: what was typed is not looked at again.
  return body.replace(places, (_, place: string) => (place === "ARGUMENTS" ? given : (words[Number(place) - 1] ?? "")))
}
