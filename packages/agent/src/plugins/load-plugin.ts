// Loads a plugin: finds, imports and checks it. A failure becomes a reason in its status and does not stop the others.
import { pathToFileURL } from "node:url"
import type { Clock } from "../contracts/clock.ts"
import { messageOf } from "../contracts/error.ts"
import { redact } from "../secrets/redact.ts"
import { within } from "../tools/deadline.ts"
import { type CheckedPlugin, checkPlugin } from "./check-plugin.ts"
import { findEntry } from "./find-entry.ts"
import type { Plugin } from "./plugin.ts"
import { syntaxLine } from "./syntax-place.ts"

export type Loaded =
  | { readonly kind: "loaded"; readonly plugin: CheckedPlugin }
  | { readonly kind: "broken"; readonly place: string; readonly why: string }

export interface LoadHow {
  /** Where relative paths start and packages are looked for. */
  readonly from: string
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A module with a slow top-level await must not hold up the agent. */
const IMPORT_MS = 10_000

export async function loadPlugin(given: string | Plugin, how: LoadHow): Promise<Loaded> {
  if (typeof given !== "string") return checked(given, "given as an object")
  let place = given
  try {
    place = findEntry(given, how.from)
    const late = () => new Error(`It was not loaded within ${IMPORT_MS / 1000} s. Check what its top level waits for.`)
    const module = await within<unknown>(importModule(place), { ms: IMPORT_MS, clock: how.clock, late })
    if (module instanceof Error) return broken(place, module.message)
    return checked((module as { readonly default?: unknown }).default, place) // A module has properties.
  } catch (error) {
    return broken(place, withoutSettings(await reasonOf(error, place), how.env))
  }
}

async function importModule(path: string): Promise<unknown> {
  if (/\.m?ts$/.test(path) && !process.features.typescript)
    throw new Error("A TypeScript plugin needs Node 22.18 or newer. Update Node, or compile the plugin to JavaScript.")
  return import(pathToFileURL(path).href)
}

function checked(given: unknown, place: string): Loaded {
  const check = checkPlugin(given, place)
  return check.ok ? { kind: "loaded", plugin: check.plugin } : broken(place, `${check.problems.join("; ")}.`)
}

function broken(place: string, why: string): Loaded {
  return { kind: "broken", place, why: redact(why) }
}

/** The error's message, and the line where it happened, which only the stack trace contains. */
async function reasonOf(error: unknown, place: string): Promise<string> {
  const { stack = "", name = "Error" } = error instanceof Error ? error : {}
  const [, traced] = new RegExp(`${escaped(pathToFileURL(place).href)}:(\\d+)`).exec(stack) ?? []
  const line = name === "SyntaxError" ? await syntaxLine(place) : traced
  const what = `${name === "Error" || name === "PawlError" ? "" : `${name}: `}${messageOf(error)}`
  return line === undefined ? what : `${what} (line ${line})`
}

/** A failing module may quote its settings in the error, and it is not known yet which of them are secrets. */
function withoutSettings(text: string, env: LoadHow["env"]): string {
  return Object.entries(env).reduce((clean, [name, value = ""]) => {
    return name.startsWith("PAWL_PLUGIN_") && value.length > 3 ? clean.replaceAll(value, "[redacted]") : clean
  }, text)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
}
