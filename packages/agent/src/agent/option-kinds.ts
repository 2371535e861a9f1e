// What options of `createAgent` are, where their type alone says so: in plain JavaScript another value would fail much later,
// and with words of the engine.
import { isObject } from "../base/is-object.ts"
import type { AgentOptions } from "./options.ts"

/** The problems of options that are given. */
export function optionKindProblems(options: AgentOptions): readonly string[] {
  return KINDS.flatMap(([name, is, words]) =>
    options[name] === undefined || is(options[name]) ? [] : [`${name}: ${words}`],
  )
}

const KINDS: readonly (readonly [keyof AgentOptions, is: (value: unknown) => boolean, words: string])[] = [
  ["clock", has("now", "monotonic", "sleep", "after", "idle"), "an object with now, monotonic, sleep, after and idle"],
  ["ids", has("next"), "an object with next, which returns a new id"],
  ["contextProviders", Array.isArray, "a list of providers"],
  ["plugins", Array.isArray, "a list of names, paths and plugins"],
  ["profile", isProfile, "a name, a function (options) => profile, or a profile with name, rules and context"],
  ["delegation", isSwitch, "true, false, or an object of its options"],
  ["orchestrate", isSwitch, "true, false, or an object of its options"],
]

function has(...names: readonly string[]) {
  return (value: unknown) =>
    typeof value === "object" && value !== null && names.every((name) => typeof Reflect.get(value, name) === "function")
}

function isProfile(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "function") return true
  return isObject(value) && typeof value.name === "string" && Array.isArray(value.rules) && isObject(value.context)
}

function isSwitch(value: unknown): boolean {
  return typeof value === "boolean" || isObject(value)
}
