// `pawl permissions`: lists, adds and revokes the grants that let calls run without asking, in all sessions.
import { realpathSync } from "node:fs"
import type { Grant } from "@pawl/agent"
import { EXIT } from "../exit-codes.ts"
import { warn, wrongUsage } from "../failure.ts"
import { files, foldersFrom } from "../folders.ts"
import type { Request } from "../line/parse.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { fromHere, world } from "../world.ts"
import { grantText, isOutdated, permissionsIn } from "./permissions.ts"

export async function permissions({ words, flags }: Request): Promise<number> {
  const [what = "list", ...rest] = words
  if ((flags.get("server") ?? world().env.PAWL_SERVER ?? "") !== "")
    return (await import("../remote/permissions.ts")).permissionsOnServer({ words, flags })
  const kept = permissionsIn(files.permissions(foldersFrom(world().env)))
  if (what === "list" && flags.has("json")) return printJson(kept.list())
  if (what === "list") return print(listText(kept.list()))
  if (what === "allow") return allow(kept, rest, flags.get("cwd") ?? world().cwd)
  if (what !== "revoke")
    throw wrongUsage('Use "pawl permissions list", "allow TOOL [ARGUMENT=PATTERN...]" or "revoke NUMBER".')
  const place = numberIn(rest)
  const grant = kept.remove(place - 1)
  if (grant === undefined) throw noPermission(place)
  return print(revokedText(grant))
}

export function numberIn([word]: readonly string[]): number {
  const place = Number(word)
  if (Number.isInteger(place) && place > 0) return place
  throw wrongUsage('Name one: "pawl permissions revoke NUMBER", with its number in "pawl permissions".')
}

export function noPermission(place: number): Error {
  return wrongUsage(`There is no permission ${place}. Run "pawl permissions" to list them.`)
}

export function revokedText(grant: Grant): string {
  return `Revoked. These calls ask again from now on: ${grantText(grant)}\n`
}

export function listText(grants: readonly Grant[]): string {
  if (grants.length === 0) return "There are no permissions: tools that change things ask each time.\n"
  const old =
    " (has no effect: an older version stored it without a folder; allow it again in the folder where it should apply)"
  return grants
    .map((grant, place) => `${String(place + 1).padStart(3)}  ${grantText(grant)}${isOutdated(grant) ? old : ""}\n`)
    .join("")
}

async function allow(
  kept: ReturnType<typeof permissionsIn>,
  [tool, ...rules]: readonly string[],
  folder: string,
): Promise<number> {
  if (tool === undefined) throw wrongUsage(`Name the tool: ${EXAMPLE}.`)
  const pairs = rules.map((rule) => {
    const [, name, pattern] = /^([^=]+)=(.*)$/s.exec(rule) ?? []
    if (name === undefined || pattern === undefined) throw wrongUsage(`"${rule}" is not of the form ARGUMENT=PATTERN.`)
    return [name, pattern] as const
  })
  for (const [name, pattern] of pairs) if (name === "command") await refuseVain(pattern)
  if (tool === "delete_file")
    throw wrongUsage("delete_file may destroy something, so it needs an approval each time. It cannot be allowed here.")
  if (tool === "run_command" && !pairs.some(([name]) => name === "command"))
    throw wrongUsage(`That would allow every command. Name the command: ${EXAMPLE}.`)
  const where = pairs.length > 0 ? { where: Object.fromEntries(pairs) } : {}
  // The same arguments mean something else in another folder.
  const grant = { tool, scope: "always", ...where, workspace: realFolder(folder) } as const
  kept.add(grant)
  if (!isKnownTool(tool))
    warn(`there is no built-in tool "${named(tool)}": the permission takes effect once a server or plugin has one`)
  return print(`Allowed without asking: ${grantText(grant)}. Calls that may destroy something still ask.\n`)
}

function realFolder(folder: string): string {
  try {
    return realpathSync(fromHere(folder))
  } catch {
    throw wrongUsage(`There is no folder "${named(folder)}". Choose an existing one with --cwd.`)
  }
}

const EXAMPLE = "\"pawl permissions allow run_command command='git status'\""

/** A permission that can never allow anything would mislead the user. */
async function refuseVain(pattern: string): Promise<void> {
  const { commandRuleProblem } = await import("@pawl/agent")
  const why = /^[*?\s]*$/.test(pattern) ? "patterns have no effect in commands" : commandRuleProblem(pattern)
  if (why === undefined) return
  const advice = `Name a single command by its first words, as in ${EXAMPLE}; or end it with " $" to allow exactly that line.`
  throw wrongUsage(`"${named(pattern)}" would never allow anything: ${why}. ${advice}`)
}

function isKnownTool(name: string): boolean {
  return name.includes("__") || BUILT_IN.has(name)
}

/** Built-in tools that ask for an approval. */
const BUILT_IN: ReadonlySet<string> = new Set([...["write_file", "edit_file", "move_file", "run_command", "fetch_url"]])

function print(text: string): number {
  out.write(text)
  return EXIT.done
}

function printJson(value: unknown): number {
  out.json(value)
  return EXIT.done
}
