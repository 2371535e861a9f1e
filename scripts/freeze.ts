// `npm run freeze`: writes test/frozen/recorded anew.
//
// Run it only for an intended change of behaviour, in the commit that makes the change, so that the diff shows what changes
// for users, models and old databases. A refactoring never needs it: if the test of the recordings fails, the refactoring
// is wrong.
//
// A database is not rewritten while its facts are the same: databases of older versions must stay readable.
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
