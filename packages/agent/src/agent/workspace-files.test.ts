import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { matchingPaths, workspaceFiles } from "./workspace-files.ts"

let top = ""
let folder = ""

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), "pawl-files-"))
  folder = join(top, "work")
  const files = {
    ".gitignore": "build/\n*.log\n",
    "README.md": "",
    "src/main.ts": "",
    "src/inner/main-menu.ts": "",
    "build/out.js": "",
    "a.log": "",
    ".env": "KEY=1",
    "keys/id_rsa": "",
    ".git/config": "",
    "../outside.txt": "",
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(join(top, "outside.txt"), join(folder, "link.txt"))
  symlinkSync(top, join(folder, "up"))
})

afterAll(() => rmSync(top, { recursive: true }))

it("lists what a person may mention: nothing outside, ignored, linked or secret", async () => {
  expect(await workspaceFiles(folder)).toEqual([".gitignore", "README.md", "src/inner/main-menu.ts", "src/main.ts"])
  expect(await workspaceFiles(folder, 2)).toHaveLength(2)
  await expect(workspaceFiles(join(folder, "none"))).rejects.toMatchObject({ code: "config-invalid" })
})

const paths = ["docs/main/a.md", "src/main.ts", "main", "src/domain.ts", "lib/remains/x.ts", "my/array/in.ts", "zzz"]
const asked: readonly (readonly [string, number, readonly string[]])[] = [
  ["main", 10, ["main", "src/main.ts", "src/domain.ts", "docs/main/a.md", "lib/remains/x.ts", "my/array/in.ts"]],
  ["MAIN", 2, ["main", "src/main.ts"]],
  ["src/main.ts", 1, ["src/main.ts"]],
  ["smts", 10, ["src/main.ts", "src/domain.ts"]],
  ["", 3, ["zzz", "main", "src/main.ts"]],
  ["nothing of it", 3, []],
]
it.each(asked)("for %j the best %i are %j", (text, limit, best) => {
  expect(matchingPaths(paths, text, limit)).toEqual(best)
})
