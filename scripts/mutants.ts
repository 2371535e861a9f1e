// `npm run mutants [-- NAME [SUITE]]`: breaks the core in a copy of the tree, one way at a time, and shows which tests fail.
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { MUTANTS, type Mutant } from "./mutants/list.ts"

const root = resolve(import.meta.dirname, "..")
const [name = "", suiteName = ""] = process.argv.slice(2)
const SUITES = ["test/kill/", "test/kill-cli/", "test/host/two-processes.test.ts", "test/schedules/"].filter((suite) =>
  suite.includes(suiteName),
)
const failing = SUITES.filter((suite) => !passes({ name: "no change", edits: [] }, suite))
if (failing.length > 0) throw new Error(`${failing.join(", ")} fails without any change: repair that first.`)
const CHOSEN = MUTANTS.filter((mutant) => mutant.name.includes(name))
let survived = 0
for (const mutant of CHOSEN) {
  const killers = SUITES.filter((suite) => !passes(mutant, suite))
  if (killers.length === 0) survived++
  console.log(`${mutant.name}: ${killers.length === 0 ? "SURVIVED" : `caught by ${killers.join(", ")}`}`)
}
console.log(`${CHOSEN.length - survived} caught, ${survived} survived`)
process.exitCode = survived === 0 ? 0 : 1

function passes(mutant: Mutant, suite: string): boolean {
  const copy = mkdtempSync(join(tmpdir(), "pawl-mutant-"))
  try {
    for (const part of ["packages", "test", "scripts", "package.json", "vitest.config.ts", "tsconfig.base.json"]) {
      cpSync(join(root, part), join(copy, part), { recursive: true })
    }
    linkModules(copy)
    for (const { file, from, to } of mutant.edits) {
      const source = readFileSync(join(copy, file), "utf8")
      if (!source.includes(from)) throw new Error(`"${mutant.name}" no longer fits ${file}: update the mutant.`)
      writeFileSync(join(copy, file), source.replace(from, to))
    }
    const vitest = join(root, "node_modules/.bin/vitest")
    const run = spawnSync(vitest, ["run", "--bail=1", "--reporter=default", suite], {
      cwd: copy,
      encoding: "utf8",
      timeout: 300_000,
    })
    return run.status === 0
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Links everything of this checkout except Pawl's packages: the mutant must import itself, not the original. */
function linkModules(copy: string): void {
  mkdirSync(join(copy, "node_modules/@pawl"), { recursive: true })
  for (const name of readdirSync(join(root, "node_modules")).filter((each) => each !== "@pawl" && each !== "pawl")) {
    symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name))
  }
  for (const folder of readdirSync(join(copy, "packages"))) {
    const { name } = JSON.parse(readFileSync(join(copy, "packages", folder, "package.json"), "utf8"))
    symlinkSync(join(copy, "packages", folder), join(copy, "node_modules", name))
  }
}
