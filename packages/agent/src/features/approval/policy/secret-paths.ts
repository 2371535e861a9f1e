// Files that hold keys and passwords, by their names. They may be read; what was read must not be sent away without
// approval.
import { PROTECTED, protectedWhy } from "./protected-paths.ts"
import { isSecretByPattern, isSecretName, secretGlobs } from "./secret-names.ts"

/** `path`: as it was written, also in the form "HEAD:.env". */
export function isSecretPath(path: string): boolean {
  return path.split(/[\\/:=]+/).some(isSecretName) || protectedWhy(path) === KEYS
}

const KEYS = "keys or how others are reached"

/** What a search through folders skips: patterns for names of files and folders. */
export function leftOut(): readonly string[] {
  const keys = PROTECTED.filter(({ what }) => what === KEYS).flatMap(({ paths }) => paths)
  return secretGlobs(keys.filter((path) => !path.includes("/")))
}

/** Whether one of those patterns matches its own name. */
export function isLeftOut(name: string): boolean {
  return isSecretByPattern(name) || protectedWhy(name) === KEYS
}
