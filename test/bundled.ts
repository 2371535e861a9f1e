// Bundles a test program and its imports into a few files: a process that is killed soon
// after its start would otherwise spend most of its time reading hundreds of sources.
// The bundle is made from the current sources on each run, so it is never out of date.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { type InputOptions, rolldown } from "rolldown"

const root = fileURLToPath(new URL("../", import.meta.url))
const sqlite = join(root, "packages/agent/src/store/sqlite")

/** Threads that nearly every program starts. All others are loaded from their sources. */
const THREADS = {
  "store-worker": join(sqlite, "store-worker.ts"),
  "maintenance-worker": join(sqlite, "maintenance-worker.ts"),
}

/** How a module refers to its own location. */
const OWN_PLACE = /\bimport\.meta\.url\b/g

const made = new Map<string, Promise<string>>()

/**
 * Path of the bundle to start instead of `program`. Made once per process of the test runner. `instead` names modules, by
 * their path from the root, and the test's own modules that take their place.
 */
export function bundled(program: string, instead: Readonly<Record<string, URL>> = {}): Promise<string> {
  return once(program, () => bundle({ input: { program, ...THREADS }, external: isPackage }, instead))
}

/** Changes of sources, by their path from the root. Each has to change something, so that it is noticed when a source moves on. */
export type Edits = Readonly<Record<string, (code: string) => string>>

/** The same with changed sources: another version of the program. */
export function bundledWith(program: string, version: string, edits: Edits): Promise<string> {
  return once(`${program} ${version}`, () => bundle({ input: { program, ...THREADS }, external: isPackage }, {}, edits))
}

/** The same for a program outside Pawl, such as a server: bundled together with its packages. */
export function bundledWhole(program: string): Promise<string> {
  return once(program, () => bundle({ input: { program } }))
}

function once(program: string, make: () => Promise<string>): Promise<string> {
  const known = made.get(program) ?? make()
  made.set(program, known)
  return known
}

function isPackage(id: string): boolean {
  return !id.startsWith(".") && !id.startsWith("/") && !id.startsWith("@pawl/")
}

async function bundle(
  options: Pick<InputOptions, "input" | "external">,
  instead: Readonly<Record<string, URL>> = {},
  edits: Edits = {},
): Promise<string> {
  // A folder from which packages resolve as they do from the sources.
  const cache = join(root, "node_modules/.cache/pawl-tests")
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "program-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  const build = await rolldown({
    ...options,
    platform: "node",
    resolve: { conditionNames: ["@pawl/source", "node", "import", "default"] },
    plugins: [
      { name: "instead", load: (id) => standIn(instead[relative(root, id)]) },
      { name: "edits", transform: (code, id) => edited(code, id, edits) },
      { name: "places", transform: (code, id) => code.replace(OWN_PLACE, () => placeOf(id, folder)) },
    ],
    logLevel: "silent",
  })
  await build.write({ dir: folder, format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" })
  await build.close()
  return join(folder, "program.js")
}

function edited(code: string, id: string, edits: Edits): string | undefined {
  const path = relative(root, id)
  const changed = edits[path]?.(code)
  if (changed === code) throw new Error(`The edit of ${path} changes nothing: the source is another one now.`)
  return changed
}

function standIn(module: URL | undefined): string | undefined {
  return module && `export * from ${JSON.stringify(fileURLToPath(module))}`
}

/** URLs of files beside a module stay as they were; only the store's threads are bundled beside the program. */
function placeOf(module: string, folder: string): string {
  return JSON.stringify(pathToFileURL(module.startsWith(sqlite) ? join(folder, "program.js") : module).href)
}
