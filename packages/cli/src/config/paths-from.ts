// Settings that name folders and files: what a relative path starts from depends on the setting's source.
import { realpathSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, resolve, sep } from "node:path"
import { badConfig } from "../failure.ts"
import { world } from "../world.ts"
import { listOf, textOf } from "./check-values.ts"
import type { Layers, Origin } from "./keys.ts"

/** A path in a configuration file is relative to that file, like the path of its `base`. */
export function folderOf(origin: Origin | undefined, paths: Layers["paths"]): string {
  return origin?.from === "project" || origin?.from === "user" ? dirname(paths[origin.from]) : world().cwd
}

/** A project may name a folder within itself only. */
export function retrievalFrom(
  origin: Origin | undefined,
  workspace: string,
  paths: Layers["paths"],
): string | undefined {
  const given = textOf(origin?.value)
  if (given === undefined) return undefined
  const folder = resolve(folderOf(origin, paths), given)
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true) {
    throw badConfig(`The folder "${folder}" of retrieval (${origin?.where}) does not exist. Name one that exists.`)
  }
  const real = realpathSync(folder)
  const isInside = real === workspace || real.startsWith(`${workspace}${sep}`)
  if (origin?.from !== "project" || isInside) return real
  throw badConfig(
    `The project's "${paths.project}" wants files outside of it to be read (retrieval: "${given}"), which a project may not decide for you. If you want it, pass --retrieval.`,
  )
}

/** A path begins with a dot or a slash, and is relative to the file that names it; everything else is a package. */
export function pluginsFrom(origin: Origin | undefined, paths: Layers["paths"]): readonly string[] {
  const folder = folderOf(origin, paths)
  const given = listOf(origin?.value ?? []).map((each) => each.replace(/^~(?=\/)/, homedir()))
  return given.map((each) => (/^[./]/.test(each) ? resolve(folder, each) : each))
}

export function pathsFrom(origin: Origin | undefined, paths: Layers["paths"]): readonly string[] {
  const folder = folderOf(origin, paths)
  return listOf(origin?.value ?? []).map((each) => resolve(folder, each.replace(/^~(?=\/|$)/, homedir())))
}
