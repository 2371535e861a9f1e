// scripts/system-packages.sh: system packages that the tests need are found, installed, or named in an error. Each run
// gets a PATH that holds only what the test puts there.
import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

const SCRIPT = fileURLToPath(new URL("../scripts/system-packages.sh", import.meta.url))
/** Commands that the script itself uses. */
const OWN = ["cat", "env", "timeout"]
const NEEDED = ["bwrap", "chromium", "git", "haproxy", "openssl", "pg_ctlcluster", "script", "strace", "tmux"]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-packages-"))
  for (const name of OWN) symlinkSync(found(name), join(folder, name))
  put("uname", "echo Linux")
  put("id", "echo 1000")
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function found(name: string): string {
  const folders = (process.env.PATH ?? "").split(delimiter)
  const there = folders.map((each) => join(each, name)).find((path) => spawnSync("test", ["-x", path]).status === 0)
  if (there === undefined) throw new Error(`There is no ${name}.`)
  return there
}

function put(name: string, body: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`)
  chmodSync(join(folder, name), 0o755)
}

function run() {
  const { status, stdout, stderr } = spawnSync("/bin/sh", [SCRIPT], { env: { PATH: folder }, encoding: "utf8" })
  return { status, stdout, stderr }
}

describe.skipIf(process.platform === "win32")("scripts/system-packages.sh", () => {
  it("installs nothing when all packages are present", () => {
    for (const name of NEEDED) put(name, "exit 0")
    expect(run()).toEqual({
      status: 0,
      stdout: "system packages: all there (bubblewrap chromium git haproxy openssl postgresql bsdutils strace tmux)\n",
      stderr: "",
    })
  })

  it("fails on Linux without apt-get, and names the missing package, its use and how to install it", () => {
    for (const name of ["chromium", "git", "haproxy", "openssl", "pg_ctlcluster", "script", "tmux"]) put(name, "exit 0")
    const { status, stdout, stderr } = run()
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
    expect(stderr).toBe(
      `system packages: missing, and there is no apt-get to install it with:
  bubblewrap (the command bwrap), which tests need to confine commands
  strace (the command strace), which tests need to see what reaches the disk
Install it, then run the tests again:
  sudo apt-get install bubblewrap strace
or the packages of these names of another distribution.
`,
    )
  })

  it("fails where only root can install the package", () => {
    put("apt-get", "exit 0")
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining("and only root can install it") })
  })

  it("installs the package as root, after an update where that is needed", () => {
    put("id", "echo 0")
    // It may be in a folder that is always looked at.
    put("haproxy", "exit 0")
    put(
      "apt-get",
      `echo "$*" >> ${join(folder, "asked")}; case "$*" in *update*) echo > ${join(folder, "fresh")};; esac; [ -e ${join(folder, "fresh")} ]`,
    )
    expect(run()).toMatchObject({
      status: 0,
      stdout: "system packages: installed bubblewrap chromium git openssl postgresql bsdutils strace tmux\n",
    })
    const asked = readFileSync(join(folder, "asked"), "utf8").trim().split("\n")
    expect(asked.map((line) => /\b(install|update)\b/.exec(line)?.[1])).toEqual(["install", "update", "install"])
  })

  it("fails where apt-get cannot install the package", () => {
    put("id", "echo 0")
    put("apt-get", "exit 100")
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining("and apt-get could not install it") })
  })

  it("reports on other systems that the packages do not exist there, and lets the tests go on", () => {
    put("uname", "echo Darwin")
    for (const name of ["chromium", "git", "haproxy", "openssl", "pg_ctlcluster", "script", "tmux"]) put(name, "exit 0")
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringMatching(/bubblewrap strace exists only for Linux/) })
  })

  it("reports a package that is present but forbidden: tests that need it are skipped", () => {
    for (const name of NEEDED) put(name, name === "bwrap" ? "exit 1" : "exit 0")
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining("may not make namespaces here") })
  })
})
