// The grants that hold in all sessions: a small file beside the configuration, read whenever a call would ask.
import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import type { Grant, Grants } from "@pawl/agent"
import type { LocalGrants } from "@pawl/server"
import { badConfig } from "../failure.ts"
import { makeFolder } from "../folders.ts"
import { escaped, visibleValue } from "../terminal/visible.ts"

export interface Permissions extends Grants {
  /** Of all owners. */
  list(): readonly Grant[]
  remove(place: number): Grant | undefined
}

export function permissionsIn(path: string): Permissions {
  let known: { readonly stamp: string; readonly grants: readonly Grant[] } = { stamp: "", grants: [] }
  const list = () => {
    // Another process may have changed the file, and a revoked grant must stop working at once.
    const stamp = stampOf(path)
    if (stamp !== known.stamp) known = { stamp, grants: stamp === "" ? [] : read(path) }
    return known.grants
  }
  return {
    list,
    add(grant) {
      if (!list().some((each) => JSON.stringify(each) === JSON.stringify(grant))) write(path, [...list(), grant])
    },
    remove(place) {
      const grants = list()
      const grant = grants[place]
      if (grant !== undefined) write(path, grants.toSpliced(place, 1))
      return grant
    },
  }
}

/** The same for a server, which names a grant by what it allows: its place may have changed since it was listed. */
export function localGrantsIn(path: string): LocalGrants {
  const kept = permissionsIn(path)
  return {
    list: () => kept.list(),
    revoke(grant) {
      const place = kept.list().findIndex((each) => JSON.stringify(each) === JSON.stringify(grant))
      return kept.remove(place) !== undefined
    },
  }
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? "" : `${stats.mtimeMs} ${stats.size} ${stats.ino}`
}

function read(path: string): readonly Grant[] {
  try {
    const { grants }: { grants?: unknown } = JSON.parse(readFileSync(path, "utf8"))
    if (Array.isArray(grants) && grants.every(isGrant)) return grants
  } catch {
    // Reported below. A broken file allows nothing.
  }
  throw badConfig(
    `"${path}" does not hold permissions. Correct it, or remove it: then every tool that changes things asks again.`,
  )
}

function isGrant(grant: unknown): grant is Grant {
  const { tool, scope, where = {}, exact = true, workspace = "", owner = "" } = (grant ?? {}) as Partial<Grant>
  const isWhere = typeof where === "object" && Object.values(where).every((each) => typeof each === "string")
  const isPlace = typeof workspace === "string" && typeof owner === "string" && exact === true
  return typeof tool === "string" && (scope === "always" || scope === "session") && isWhere && isPlace
}

function write(path: string, grants: readonly Grant[]): void {
  makeFolder(dirname(path), "configuration")
  const next = `${path}.${process.pid}`
  writeFileSync(next, `${JSON.stringify({ grants }, undefined, 2)}\n`, { mode: 0o600 })
  chmodSync(next, 0o600)
  renameSync(next, path)
}

/** Describes a grant completely: the user must see everything that will run without asking. */
export function grantText({ tool, where, exact, workspace, owner }: Grant): string {
  const whose = owner === undefined ? "" : `, for ${escaped(owner)}`
  const place = `${workspace === undefined ? "" : `, in ${visibleValue(workspace)}`}${whose}`
  return `${escaped(tool)}${where === undefined ? ", whatever it is given" : exact ? exactText(where) : rulesText(tool, where)}${place}`
}

/** Grants from before they had a folder: those for commands or for relative paths have no effect anywhere. */
export function isOutdated({ tool, where = {}, workspace }: Grant): boolean {
  if (workspace !== undefined || !Object.hasOwn(PLACED, tool)) return false
  return PLACED[tool]?.some((name) => name === "command" || where[name]?.startsWith("/") !== true) === true
}

const PLACED: Readonly<Record<string, readonly string[]>> = {
  run_command: ["command"],
  write_file: ["path"],
  edit_file: ["path"],
  move_file: ["from", "to"],
}

function exactText(where: NonNullable<Grant["where"]>): string {
  const values = Object.entries(where).map(([name, json]) => `${escaped(name)} ${jsonText(json)}`)
  return values.length === 0 ? " with no arguments" : ` with exactly ${values.join(" and ")} and nothing else`
}

function jsonText(json: string): string {
  try {
    return visibleValue(JSON.parse(json))
  } catch {
    // Not JSON, so it covers no call.
    return visibleValue(json)
  }
}

function rulesText(tool: string, where: NonNullable<Grant["where"]>): string {
  const rules = Object.entries(where).map(([name, pattern]) =>
    name === "command" && tool === "run_command" ? commandText(pattern) : argumentText(name, pattern),
  )
  const more = Object.hasOwn(BUILT_IN, tool) ? BUILT_IN[tool] : " and nothing else"
  return rules.length === 0 ? " with no arguments" : ` with ${rules.join(" and ")}${more}`
}

/** What a grant for a built-in tool leaves open. For other tools it names all arguments. */
const BUILT_IN: Readonly<Record<string, string>> = {
  write_file: ", whatever it writes",
  edit_file: ", whatever it writes",
  move_file: "",
  run_command: "",
  fetch_url: "",
}

function commandText(pattern: string): string {
  const [, whole] = /^([\s\S]*) \$$/.exec(pattern) ?? []
  return whole === undefined
    ? `the command ${visibleValue(pattern)}, also with options that only change how it looks`
    : `the command ${visibleValue(whole)}`
}

function argumentText(name: string, pattern: string): string {
  return pattern === "**"
    ? `any ${escaped(name)} (except files that decide what runs later)`
    : `${escaped(name)} ${visibleValue(pattern)}`
}
