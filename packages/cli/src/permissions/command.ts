// `pawl permissions`: what runs without asking, in all sessions; and how to take it back.
import { realpathSync } from "node:fs"
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
  const kept = permissionsIn(files.permissions(foldersFrom(world().env)))
  if (what === "list" && flags.has("json")) return printJson(kept.list())
  if (what === "list") return print(listText(kept.list()))
  if (what === "allow") return allow(kept, rest, flags.get("cwd") ?? world().cwd)
  if (what !== "revoke")
    throw wrongUsage('Use "pawl permissions list", "allow TOOL [ARGUMENT=PATTERN...]" or "revoke NUMBER".')
  const place = Number(rest[0])
  if (!Number.isInteger(place) || place < 1)
    throw wrongUsage('Say which: "pawl permissions revoke NUMBER", as the list numbers them.')
  const grant = kept.remove(place - 1)
  if (grant === undefined) throw wrongUsage(`There is no permission ${place}. "pawl permissions" lists them.`)
  return print(`Asked again from now on: ${grantText(grant)}\n`)
}

function listText(grants: ReturnType<ReturnType<typeof permissionsIn>["list"]>): string {
  if (grants.length === 0) return "Nothing is allowed for good: tools that change things ask each time.\n"
  const old = " (of an older version, for no folder: it does not count; allow it again where you mean it)"
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
    if (name === undefined || pattern === undefined) throw wrongUsage(`"${rule}" is no ARGUMENT=PATTERN.`)
    return [name, pattern] as const
  })
  for (const [name, pattern] of pairs) if (name === "command") await refuseVain(pattern)
  if (tool === "delete_file")
    throw wrongUsage("delete_file may destroy something: it is asked each time, and no permission changes that.")
  if (tool === "run_command" && !pairs.some(([name]) => name === "command"))
    throw wrongUsage(`That would allow every command. Name those you mean: ${EXAMPLE}.`)
  const where = pairs.length > 0 ? { where: Object.fromEntries(pairs) } : {}
  // The same words mean something else in another folder.
  const grant = { tool, scope: "always", ...where, workspace: realFolder(folder) } as const
  kept.add(grant)
  if (!isKnownTool(tool))
    warn(`there is no built-in tool "${named(tool)}": the permission counts once a server or plugin has one`)
  return print(`Allowed without asking: ${grantText(grant)}. What may destroy something is asked all the same.\n`)
}

function realFolder(folder: string): string {
  try {
    return realpathSync(fromHere(folder))
  } catch {
    throw wrongUsage(`There is no folder "${named(folder)}". Choose an existing one with --cwd.`)
  }
}

const EXAMPLE = "\"pawl permissions allow run_command command='git status'\""

/** What looks like a permission, and never allows anything, is worse than none. */
async function refuseVain(pattern: string): Promise<void> {
  const { commandRuleProblem } = await import("@pawl/agent")
  const why = /^[*?\s]*$/.test(pattern) ? "patterns do not count in commands" : commandRuleProblem(pattern)
  if (why === undefined) return
  const advice = `Name a single command by its first words, as in ${EXAMPLE}; or end it with " $": then it is that line, to the letter.`
  throw wrongUsage(`"${named(pattern)}" would never allow anything: ${why}. ${advice}`)
}

function isKnownTool(name: string): boolean {
  return name.includes("__") || BUILT_IN.has(name)
}

/** Those that ask. */
const BUILT_IN: ReadonlySet<string> = new Set([...["write_file", "edit_file", "move_file", "run_command", "fetch_url"]])

function print(text: string): number {
  out.write(text)
  return EXIT.done
}

function printJson(value: unknown): number {
  out.json(value)
  return EXIT.done
}
