// npm pack of a package calls it: bundles its sources into dist/, because hundreds of small modules load slowly.
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildAgent } from "./build/agent.ts"
import { bundle } from "./build/bundle.ts"
import { exported } from "./build/exported.ts"
import { buildProgram } from "./build/program.ts"

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const [, , name, dist = join(ROOT, "packages", String(name), "dist")] = process.argv

rmSync(dist, { recursive: true, force: true })
if (name === "agent") {
  await buildAgent(join(ROOT, "packages/agent"), dist)
  declare("agent", dist)
} else if (name === "server" || name === "postgres" || name === "restate" || name === "client") {
  const runs = name === "client" ? ({ platform: "browser" } as const) : {}
  const home = join(ROOT, "packages", name)
  await bundle({ input: exported(home), dir: dist, shared: { source: join(home, "src"), files: [] }, ...runs })
  declare(name, dist)
} else if (name === "cli") await buildProgram(join(ROOT, "packages/cli"), dist)
else
  throw new Error(
    "Name the package to build: node scripts/build.ts agent, server, postgres, restate, client or cli. A second word is the folder to build it into.",
  )

/** Users need the types too. They stay one file a module: a compiler reads only those that it needs. */
function declare(name: string, outDir: string): void {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc")
  const project = join(ROOT, "packages", name, "tsconfig.build.json")
  const { status } = spawnSync(process.execPath, [tsc, "-p", project, "--outDir", outDir], { stdio: "inherit" })
  if (status !== 0) throw new Error("The types could not be written; the lines above say why.")
}
