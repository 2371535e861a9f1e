// What deploy/README.md has people make in their checkout holds passwords or is large: git must not offer to commit it.
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, normalize } from "node:path"
import { expect, it } from "vitest"
import { DEPLOY, read } from "./files.ts"

/** Where each kind of command puts a file, and a folder of which any file counts. */
const MAKES: readonly (readonly [RegExp, string])[] = [
  [/\bcp \S+ (\S+)/g, ""],
  [/> (\S+)/g, ""],
  [/\bmkdir -p (\S+)/g, "any"],
  [/--pack-destination (\S+)/g, "any.tgz"],
]

/** The files that the commands of the README make, from the folder of the clone. Blocks without "cd" begin there. */
function made(): readonly string[] {
  let folder = ""
  const blocks = [...read("README.md").matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = ""]) => commands)
  return blocks.flatMap((commands) => {
    // Who reads on is still in the folder of the block before.
    folder = /^cd (\S+)$/m.exec(commands)?.[1] ?? folder
    const files = MAKES.flatMap(([how, inside]) =>
      [...commands.matchAll(how)].map(([, path = ""]) => join(path, inside)),
    )
    return files.map((path) => normalize(path.startsWith("deploy/") ? path : join(folder, path)))
  })
}

it("git ignores every file that deploy/README.md has people make", () => {
  const files = made()
  expect(files).toEqual(
    expect.arrayContaining([
      "deploy/.env",
      "deploy/secrets/grafana-password",
      "deploy/secrets/any",
      "deploy/packages/any",
    ]),
  )
  expect(ignoredOf(files)).toEqual(files)
})

/** By the rules of the clone alone: what a machine or a person ignores elsewhere does not count. */
function ignoredOf(files: readonly string[]): readonly string[] {
  const cwd = mkdtempSync(join(tmpdir(), "pawl-ignored-"))
  try {
    copyFileSync(join(DEPLOY, "../.gitignore"), join(cwd, ".gitignore"))
    execFileSync("git", ["init", "--quiet"], { cwd })
    const words = ["-c", "core.excludesFile=/dev/null", "check-ignore", "--no-index", ...files]
    return execFileSync("git", words, { cwd, encoding: "utf8" }).trim().split("\n")
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}
