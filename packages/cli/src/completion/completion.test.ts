// Completion in a real bash: the script is sourced, and asked what would complete a line.
import { spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { BIN, makePlace, type Place } from "../__fixtures__/pawl.ts"
import { COMMANDS } from "../line/commands.ts"

let place: Place
let script: string

beforeAll(async () => {
  place = makePlace()
  await place.pawl(["-p", "hello", "--title", "My work"])
  script = join(place.root, "completion.bash")
  writeFileSync(script, (await place.pawl(["completion", "bash"])).stdout)
  mkdirSync(join(place.root, "bin"))
  const pawl = join(place.root, "bin", "pawl")
  writeFileSync(pawl, `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`)
  chmodSync(pawl, 0o755)
})
afterAll(() => place.remove())

function completed(...words: readonly string[]): readonly string[] {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const env = { ...inherited, ...place.base, PATH: `${join(place.root, "bin")}:${inherited.PATH}` }
  const line = `source '${script}'; COMP_WORDS=(pawl "$@"); COMP_CWORD=$#; _pawl; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync("bash", ["-c", line, "bash", ...words], {
    env,
    cwd: place.work,
    encoding: "utf8",
  })
  expect(stderr).toBe("")
  return stdout.trimEnd().split("\n")
}

it.each<[readonly string[], readonly string[]]>([
  [["res"], ["resume"]],
  [["--max-"], ["--max-iterations", "--max-cost"]],
  [["sessions", "arch"], ["archive"]],
  [["show", "--fa"], ["--facts"]],
  [["-p", "x", "--approve", "e"], ["edits"]],
  [["show", "My"], ["My\\ work"]],
  [["-r", "My"], ["My\\ work"]],
])("bash completes %j to %j", (words, expected) => {
  expect(completed(...words)).toEqual(expected)
})

it.each(["bash", "zsh", "fish"])("the script for %s knows every command", async (shell) => {
  const { code, stdout } = await place.pawl(["completion", shell])
  expect(code).toBe(0)
  for (const { name } of COMMANDS) expect(stdout).toMatch(new RegExp(`\\b${name}\\b`))
})

it("refuses another shell in one line", async () => {
  const { code, stderr } = await place.pawl(["completion", "tcsh"])
  expect([code, stderr]).toEqual([2, "pawl: Which shell? Write pawl completion bash|zsh|fish.\n"])
})
