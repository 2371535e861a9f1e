// Writes test/frozen/recorded anew: npm run freeze.
//
// Only when behaviour is meant to change, and then in the commit that changes it, so that its diff shows what users, models and
// old databases see differently. A refactoring never runs this: when the test of the recordings fails, the refactoring is wrong.
//
// A database stays as it is while the facts in it are the same: what older versions wrote has to be readable for ever.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { filesIn, RECORDED, runMain } from "../test/frozen/run-main.ts"

const made = mkdtempSync(join(tmpdir(), "pawl-freeze-"))
try {
  mkdirSync(RECORDED, { recursive: true })
  const old = filesIn(RECORDED)
  await runMain("play", made)
  keepDatabases(old, filesIn(made))
  await runMain("read", made)
  replace(old, filesIn(made))
} finally {
  rmSync(made, { recursive: true, force: true })
}

function keepDatabases(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): void {
  for (const path of now.keys()) {
    if (!path.endsWith(".gz")) continue
    const facts = join(dirname(path), "facts.jsonl")
    if (old.has(path) && old.get(facts) === now.get(facts)) continue
    mkdirSync(dirname(join(RECORDED, path)), { recursive: true })
    copyFileSync(join(made, path), join(RECORDED, path))
    console.log(`${path}: a new database`)
  }
}

function replace(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): void {
  for (const path of old.keys()) if (!now.has(path)) rmSync(join(RECORDED, path))
  for (const [path, content] of now) {
    if (path.endsWith(".gz") || old.get(path) === content) continue
    mkdirSync(dirname(join(RECORDED, path)), { recursive: true })
    writeFileSync(join(RECORDED, path), content)
    console.log(path)
  }
}
