// A program of the tests, and all it imports, as a few files: a process that is killed a moment later spends most of its time on
// reading hundreds of sources. It is the same code, and stands anew each time, so that it is never old.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { type InputOptions, rolldown } from "rolldown"

const root = fileURLToPath(new URL("../", import.meta.url))
const sqlite = join(root, "packages/agent/src/store/sqlite")

/** Threads that nearly every program starts; all others are loaded from their sources. */
const THREADS = { worker: join(sqlite, "worker.ts"), "maintenance-worker": join(sqlite, "maintenance-worker.ts") }

/** How a module says where it is. */
const OWN_PLACE = /\bimport\.meta\.url\b/g

const made = new Map<string, Promise<string>>()

/** The file to start instead of this one. Made once for each process of the test runner. */
export function bundled(program: string): Promise<string> {
  return once(program, () => bundle({ input: { program, ...THREADS }, external: isPackage }))
}

/** The same for a program that is none of ours, as a server: with the packages that it is made of. */
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

async function bundle(options: Pick<InputOptions, "input" | "external">): Promise<string> {
  // Where packages are found as they are for the sources.
  const cache = join(root, "node_modules/.cache/pawl-tests")
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "program-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  const build = await rolldown({
    ...options,
    platform: "node",
    resolve: { conditionNames: ["@pawl/source", "node", "import", "default"] },
    plugins: [{ name: "places", transform: (code, id) => code.replace(OWN_PLACE, () => placeOf(id, folder)) }],
    logLevel: "silent",
  })
  await build.write({ dir: folder, format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" })
  await build.close()
  return join(folder, "program.js")
}

/** Files beside a module are where they were; only the threads of the store stand beside the program. */
function placeOf(module: string, folder: string): string {
  return JSON.stringify(pathToFileURL(module.startsWith(sqlite) ? join(folder, "program.js") : module).href)
}
