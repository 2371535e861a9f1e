// Plays all stories, or reads recorded databases, in a process with a fixed time zone, language and folder, and writes
// the results below a folder: `node --conditions=@pawl/source test/frozen/main.ts play|read OUT [RECORDED]`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { sqlite } from "@pawl/agent"
import { aloneFiles, cliFiles } from "./cli.ts"
import { holdPlace, PLAYED_IN, READ_IN } from "./place.ts"
import { type Files, hashed, playedFiles, readFiles } from "./recording.ts"
import { Stage } from "./stage.ts"
import { stories } from "./stories.ts"

const [what, out = "", recorded = ""] = process.argv.slice(2)
const place = what === "play" ? PLAYED_IN : READ_IN
using _held = await holdPlace(place)
// Checkpoints record file permissions.
process.umask(0o022)
process.chdir(place)
if (what === "play") await play()
else await read()

async function play(): Promise<void> {
  for (const story of stories) {
    const stage = new Stage(join(place, story.name))
    await story.play(stage)
    write(story.name, playedFiles(stage))
    // The database of a killed process has a WAL beside it; opening and closing it leaves one file.
    await (await sqlite(stage.database)).close()
    write(story.name, await readFiles(stage.database, join(place, "read", story.name)))
    writeFileSync(join(out, story.name, "pawl.db.gz"), gzipSync(readFileSync(stage.database), { level: 9 }))
  }
}

async function read(): Promise<void> {
  const names = stories.map(({ name }) => name)
  const databases = new Map(names.map((name) => [name, unpacked(name)]))
  const sessions = new Map<string, string>()
  for (const [name, database] of databases) {
    const files = await readFiles(database, join(place, "read", name))
    write(name, files)
    sessions.set(name, firstSession(files["state.jsonl"] ?? ""))
  }
  for (const [name, files] of await cliFiles(databases, sessions)) write(name, files)
  write("", await aloneFiles())
}

function unpacked(name: string): string {
  const file = join(place, `${name}.db`)
  writeFileSync(file, gunzipSync(readFileSync(join(recorded, name, "pawl.db.gz"))))
  return file
}

/** The session that the story begins with: the first line lists all. */
function firstSession(state: string): string {
  const [first = ""] = state.split("\n", 1)
  const [, list] = JSON.parse(first) as [string, readonly { readonly id: string; readonly parent: string | null }[]]
  return list.find(({ parent }) => parent === null)?.id ?? ""
}

function write(story: string, given: Files): void {
  const files = stories.some(({ name, keeps }) => name === story && keeps === "hashes") ? hashed(given) : given
  for (const [name, content] of Object.entries(files)) {
    const path = join(out, story, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}
