// Starts the process that plays or reads, in an environment that cannot leak into what it writes.
import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { PLAYED_IN } from "./place.ts"

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url))
export const RECORDED = fileURLToPath(new URL("./recorded", import.meta.url))

/** Results are written to `out`; `read` takes the databases from the recording. */
export function runMain(what: "play" | "read", out: string): Promise<void> {
  const env = {
    PATH: process.env.PATH ?? "",
    TZ: "UTC",
    LANG: "C.UTF-8",
    LC_ALL: "C.UTF-8",
    HOME: join(PLAYED_IN, "home"),
    NODE_COMPILE_CACHE: join(tmpdir(), "pawl-compile-cache"),
  }
  const child = spawn(process.execPath, ["--conditions=@pawl/source", MAIN, what, out, RECORDED], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  })
  let errors = ""
  child.stderr.on("data", (chunk) => {
    errors += chunk
  })
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`It ended with ${code}: ${errors}`))))
  })
}

/** All files below `folder`, by relative path. */
export function filesIn(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort()
  return new Map(paths.map((path) => [path, path.endsWith(".gz") ? "" : readFileSync(join(folder, path), "utf8")]))
}
