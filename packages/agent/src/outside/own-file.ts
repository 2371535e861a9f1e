// Finds files that the library starts by their path: entry points of threads, and the reaper. A bundler may have moved the
// code away from them; then they are beside the bundle, or in the installed package.
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { PawlError } from "../contracts/error.ts"

/** Their names in `dist`, and their sources. Each has a name of its own, because a bundle has all of them in one folder. */
export const OWN_FILES: Readonly<Record<string, string>> = {
  "docx-worker.js": "model/attachments/docx-worker.ts",
  "maintenance-worker.js": "store/sqlite/maintenance-worker.ts",
  "pdf-worker.js": "model/attachments/pdf-worker.ts",
  "reaper.js": "processes/reaper.ts",
  "retrieval-worker.js": "features/retrieval/retrieval-worker.ts",
  "search-worker.js": "workspace/search/search-worker.ts",
  "store-worker.js": "store/sqlite/store-worker.ts",
}

/** The file to start, given where it is beside the code that starts it. */
export function ownFile(beside: URL): URL {
  const source = new URL(beside.href.replace(/\.js$/, ".ts"))
  const found = [beside, source].find((file) => existsSync(file)) ?? installed(nameOf(beside))
  if (found !== undefined) return found
  throw new PawlError(
    "config-invalid",
    `The file "${nameOf(beside)}" of @pawl/agent is neither beside the bundle nor in an installed @pawl/agent. ` +
      `Install @pawl/agent where the bundle runs, or make the file an entry point of the bundle: see docs/guide/bundlers.md.`,
  )
}

/**
 * Loads packages as the installed library does; undefined unless a bundler has moved this code. Where a bundle lies, a
 * package may be missing, or be another version that the application uses.
 */
export function movedRequire(): NodeJS.Require | undefined {
  const home = isMoved() ? installedPackage() : undefined
  return home === undefined ? undefined : createRequire(home)
}

function installed(name: string): URL | undefined {
  const home = installedPackage()
  if (home === undefined || !Object.hasOwn(OWN_FILES, name)) return undefined
  const file = new URL(`dist/${name}`, home)
  return existsSync(file) ? file : undefined
}

/** The package.json of the @pawl/agent that this file sees from where it is. */
function installedPackage(): URL | undefined {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve("@pawl/agent/package.json"))
  } catch {
    // There is none: the bundle was copied to a place of its own.
    return undefined
  }
}

function isMoved(): boolean {
  return !/\/outside\/own-file\.[jt]s$/.test(import.meta.url)
}

function nameOf(file: URL): string {
  return file.pathname.slice(file.pathname.lastIndexOf("/") + 1)
}
