// scripts/promtool.sh: promtool is found, taken out of its package, or named in an error. Each run gets a PATH that holds only what the
// test puts there.
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

const SCRIPT = fileURLToPath(new URL("../scripts/promtool.sh", import.meta.url))
/** Commands that the script itself uses. */
const OWN = ["dirname", "mkdir", "mv", "rm", "timeout"]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-promtool-"))
  mkdirSync(join(folder, "bin"))
  for (const name of OWN) symlinkSync(found(name), join(folder, "bin", name))
  put("uname", "echo Linux")
  put("id", "echo 1000")
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function found(name: string): string {
  const there = (process.env.PATH ?? "")
    .split(delimiter)
    .map((each) => join(each, name))
    .find((path) => existsSync(path))
  if (there === undefined) throw new Error(`There is no ${name}.`)
  return there
}

function put(name: string, body: string): void {
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${body}\n`)
  chmodSync(join(folder, "bin", name), 0o755)
}

function run() {
  const env = { PATH: join(folder, "bin") }
  const { status, stdout, stderr } = spawnSync("/bin/sh", [SCRIPT, join(folder, "cache")], { env, encoding: "utf8" })
  return { status, stdout, stderr }
}

/** As dpkg-deb is called: --extract PACKAGE FOLDER. */
const EXTRACTS = 'mkdir -p "$3/usr/bin" && echo > "$3/usr/bin/promtool"'

describe.skipIf(process.platform === "win32")("scripts/promtool.sh", () => {
  it("is content with one on the path", () => {
    put("promtool", "exit 0")
    expect(run()).toEqual({ status: 0, stdout: "promtool: there\n", stderr: "" })
  })

  it("takes the program out of its package, without root, and leaves nothing else", () => {
    put("apt-get", 'case "$*" in *download*) echo > prometheus_1.deb;; *) exit 1;; esac')
    put("dpkg-deb", EXTRACTS)
    expect(run()).toEqual({ status: 0, stdout: "promtool: downloaded\n", stderr: "" })
    expect(readdirSync(join(folder, "cache"))).toEqual(["promtool"])
  })

  it("renews the lists of packages as root where that is needed", () => {
    put("id", "echo 0")
    const fresh = join(folder, "fresh")
    put("apt-get", `case "$*" in *update*) echo > ${fresh};; *) [ -e ${fresh} ] && echo > prometheus_1.deb;; esac`)
    put("dpkg-deb", EXTRACTS)
    expect(run()).toMatchObject({ status: 0, stdout: "promtool: downloaded\n" })
  })

  it.each([
    ["there is no apt-get", () => {}, "there is no apt-get to bring it with"],
    [
      "nothing can be downloaded",
      () => {
        put("apt-get", "exit 100")
        put("dpkg-deb", EXTRACTS)
      },
      "apt-get could not download it",
    ],
    [
      "the package is another one",
      () => {
        put("apt-get", "echo > prometheus_1.deb")
        put("dpkg-deb", "exit 0")
      },
      "its package has no such program",
    ],
  ])("fails on Linux when %s, and says where to get it", (_what, prepare, says) => {
    prepare()
    const { status, stderr } = run()
    expect(status).toBe(1)
    expect(stderr).toContain(says)
    expect(stderr).toContain("Install the package prometheus")
  })

  it("lets the tests go on where there is none to bring", () => {
    put("uname", "echo Darwin")
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining("are skipped") })
  })
})
