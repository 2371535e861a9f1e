// Builds the packages as they are published: the benchmarks measure what users get, not what a checkout runs.
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const ROOT = fileURLToPath(new URL("../", import.meta.url))

/** Returns the path of the built `pawl`. Without the condition "@pawl/source", `@pawl/agent` is the built library. */
export function build(): string {
  const words = ["run", "prepack", "--silent", "-w", "packages/agent", "-w", "packages/cli"]
  execFileSync("npm", words, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] })
  // Beside its sources, bin/pawl.js would run those.
  const copy = join(ROOT, "node_modules/.cache/pawl-bench/pawl")
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const name of ["bin", "dist", "schema", "package.json"]) {
    const source = join(ROOT, "packages/cli", name)
    if (existsSync(source)) cpSync(source, join(copy, name), { recursive: true })
  }
  return join(copy, "bin/pawl.js")
}
