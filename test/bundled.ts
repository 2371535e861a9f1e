// A program of the tests, and all it imports, as a few files: a process that is killed a moment later spends most of its time on
// reading hundreds of sources. It is the same code, and stands anew each time, so that it is never old.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { rolldown } from "rolldown"

const root = fileURLToPath(new URL("../", import.meta.url))
const sqlite = join(root, "packages/agent/src/store/sqlite")

/** Threads that nearly every program starts; all others are loaded from their sources. */
const THREADS = { worker: join(sqlite, "worker.ts"), "maintenance-worker": join(sqlite, "maintenance-worker.ts") }

/** How a module says where it is. */
const OWN_PLACE = /\bimport\.meta\.url\b/g

const made = new Map<string, Promise<string>>()

/** The file to start instead of this one. Made once for each process of the test runner. */
export function bundled(program: string): Promise<string> {
  const known = made.get(program) ?? bundle(program)
  made.set(program, known)
  return known
}

async function bundle(program: string): Promise<string> {
  // Where packages are found as they are for the sources.
  const cache = join(root, "node_modules/.cache/pawl-tests")
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "program-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  const build = await rolldown({
    input: { program, ...THREADS },
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("/") && !id.startsWith("@pawl/"),
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
