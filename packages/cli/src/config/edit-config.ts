// `pawl config set`, `unset` and `edit`: change the user's own file. What the schema refuses is not written.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { EXIT } from "../exit-codes.ts"
import { badConfig, Failure, oneLine, wrongUsage } from "../failure.ts"
import { nearest } from "../line/nearest.ts"
import { named } from "../terminal/plain.ts"
import { err, out } from "../terminal/screen.ts"
import { world } from "../world.ts"
import { problemsOf, readConfigFile, readJsonObject, readSchema, type Tree } from "./read-file.ts"
import { writeJsonFile } from "./write-json-file.ts"

/** Returns what became of it. */
export async function setValue(path: string, [key, ...words]: readonly string[]): Promise<string> {
  const given = words.join(" ")
  if (key === undefined || given === "")
    throw wrongUsage("Write pawl config set KEY VALUE. VALUE is JSON, or a plain text.")
  const file = await usable(path, [key, given])
  writeJsonFile(path, file)
  return `${key} is ${named(given)} now (${path}).`
}

/** Returns what became of it. */
export function unsetValue(path: string, [key]: readonly string[]): string {
  if (key === undefined) throw wrongUsage("Write pawl config unset KEY.")
  const { [key]: dropped, ...rest } = readJsonObject(path) ?? {}
  if (dropped !== undefined) writeJsonFile(path, rest)
  return dropped === undefined ? `${path} does not set ${key}.` : `${path} does not set ${key} any more.`
}

/** The file with the value: as JSON where that fits the schema, else as a text. */
async function usable(path: string, [key, given]: readonly [string, string]): Promise<Tree> {
  const known = Object.keys(JSON.parse(readSchema()).properties)
  if (!known.includes(key)) {
    const meant = nearest(key, known)
    throw wrongUsage(
      `There is no key "${key}".${meant === undefined ? "" : ` Did you mean "${meant}"?`} "pawl config schema" lists them.`,
    )
  }
  const file = readJsonObject(path) ?? {}
  let problems: readonly string[] = []
  for (const value of readings(given)) {
    problems = await problemsOf({ [key]: value })
    if (problems.length === 0) return { ...file, [key]: value }
  }
  throw wrongUsage(`${key} cannot be ${named(given)}: ${problems[0]}. "pawl config schema" says what is allowed.`)
}

function readings(given: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(given)
    return typeof value === "string" ? [value] : [value, given]
  } catch {
    return [given]
  }
}

/** Opens the file in the user's editor, and checks it afterwards. */
export async function editFile(path: string): Promise<number> {
  const { env, stdin } = world()
  const editor = env.VISUAL || env.EDITOR || "vi"
  if (stdin.isTTY !== true)
    throw wrongUsage(`"pawl config edit" needs a terminal. Write pawl config set KEY VALUE, or edit "${path}".`)
  if (!existsSync(path)) writeJsonFile(path, {})
  // The shell splits the editor's options; the path is no part of the line.
  const { status, error } = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", path], { stdio: "inherit" })
  if (status !== 0)
    throw badConfig(
      `The editor "${editor}" failed${error === undefined ? "" : ` (${oneLine(error)})`}. Set EDITOR to another one.`,
    )
  try {
    await readConfigFile(path, env)
  } catch (problem) {
    if (!(problem instanceof Failure)) throw problem
    err.line(`pawl: ${oneLine(problem)}`)
    return EXIT.config
  }
  out.line(`${path} can be used.`)
  return EXIT.done
}
