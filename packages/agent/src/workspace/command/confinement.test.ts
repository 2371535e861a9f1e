// Confinement of commands: a real sandbox where bubblewrap works, and a plain notice where it does not.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { homedir, tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { bench, SECRET } from "../__fixtures__/use-tools.ts"
import { builtinTools, loadBuiltinTools } from "../builtin-tools.ts"
import { isBubblewrapUsable, pathWith, refuseWithoutBubblewrap } from "./__fixtures__/modes.ts"
import { confinementFor, probeConfinement } from "./confinement.ts"

const made: string[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folderIn(parent: string): string {
  const folder = realpathSync(mkdtempSync(join(parent, "pawl walls ünï 🎉 ")))
  made.push(folder)
  return folder
}

/** Runs one command in the given workspace, and returns what it printed. */
async function run(workspace: string, command: string, options: { readonly allowNetwork?: boolean } = {}) {
  const tool = builtinTools({ workspace, ...options }).find(({ name }) => name === "run_command")
  const context = { signal: new AbortController().signal, output: () => {} }
  return String(await tool?.run({ command } as never, context as never))
}

describe.skipIf(!isBubblewrapUsable)("a confined command", () => {
  beforeEach(refuseWithoutBubblewrap)

  it.each([
    { where: "below /tmp", parent: tmpdir() },
    { where: "below the home folder", parent: homedir() },
    { where: "below /var/tmp", parent: "/var/tmp" },
  ])("works in a workspace $where whose name has spaces and non-ASCII letters", async ({ parent }) => {
    const workspace = folderIn(parent)
    const shown = await run(workspace, "pwd; echo mine > 'new file'; cat 'new file'")
    expect(shown).toBe(`${workspace}\nmine\n${shown.split("\n").at(-1)}`)
    expect(shown).toContain("[Exit code 0")
    expect(readFileSync(join(workspace, "new file"), "utf8")).toBe("mine\n")
  })

  it("works in a workspace that is given as a link", async () => {
    const folder = folderIn(tmpdir())
    mkdirSync(join(folder, "real"))
    symlinkSync(join(folder, "real"), join(folder, "link"))
    expect(await run(join(folder, "link"), "pwd; echo mine > new")).toContain(join(folder, "real"))
    expect(readFileSync(join(folder, "real/new"), "utf8")).toBe("mine\n")
  })

  it("sees nothing outside: no home, no other folder, no secret file of /etc", async () => {
    const outside = folderIn(homedir())
    writeFileSync(join(outside, "theirs"), SECRET)
    const { use } = bench()
    const attempts = [
      `cat '${outside}/theirs'`,
      `ls -a '${homedir()}'`,
      `echo x > '${outside}/new'`,
      `rm -r '${outside}'`,
      "cat /etc/shadow",
      "ls /etc/ssh /var/log /root /srv /mnt",
      "ls /run/docker.sock",
      "cat /etc/ssl/private/*",
    ]
    for (const attempt of attempts) {
      const shown = await use("run_command", { command: `${attempt} && echo it went through` })
      expect(shown, attempt).toMatch(/No such file or directory|Directory nonexistent/)
      expect(shown, attempt).not.toContain("it went through")
    }
    expect(readFileSync(join(outside, "theirs"), "utf8")).toBe(SECRET)
  })

  it("can read readOnlyFolders, and cannot change them", async () => {
    const toolchain = folderIn(homedir())
    writeFileSync(join(toolchain, "theirs"), SECRET)
    const { use } = bench({ readOnlyFolders: [toolchain.replace(homedir(), "~")] })
    expect(await use("run_command", { command: `cat '${toolchain}/theirs'` })).toContain(SECRET)
    for (const attempt of ["echo x > theirs", "rm theirs", "touch new", "chmod 777 theirs"]) {
      const shown = await use("run_command", { command: `cd '${toolchain}' && ${attempt}` })
      expect(shown, attempt).toContain("Read-only file system")
    }
  })

  it("has a private home, which is empty and writable", async () => {
    const shown = await run(folderIn(tmpdir()), "echo $HOME; ls -A ~; echo x > ~/.npmrc && cat ~/.npmrc")
    expect(shown).toMatch(/^\/tmp\/home\nx\n/)
  })

  it("runs the node that runs Pawl, wherever it is installed", async () => {
    expect(await run(folderIn(tmpdir()), `'${process.execPath}' -p 1+1`)).toMatch(/^2\n\[Exit code 0/)
    const links = folderIn(tmpdir())
    symlinkSync(process.execPath, join(links, "node"))
    const { use } = bench({ env: { PATH: `${links}:/usr/bin:/bin` } })
    expect(await use("run_command", { command: "node -v" })).toContain(process.version)
  })

  it("runs node, npm and git, and programs that look up user names", async () => {
    const shown = await run(folderIn(tmpdir()), "node -p 1+1 && npm --version && git --version && id -un")
    expect(shown).toMatch(/^2\n[\d.]+\ngit version .*\n/)
    expect(shown).toContain(`\n${userInfo().username}\n[Exit code 0`)
  })

  it("has a private /tmp, which is empty, writable and gone afterwards", async () => {
    const elsewhere = folderIn(tmpdir())
    const { use, workspace } = bench()
    const shown = await use("run_command", { command: `ls '${elsewhere}'; echo x > /tmp/mine; cat /tmp/mine; mktemp` })
    expect(shown).toMatch(/No such file or directory\nx\n\/tmp\/tmp\./)
    expect(await run(workspace, "cat /tmp/mine")).toContain("No such file or directory")
  })

  it("sees only its own processes, and not the environment of Pawl's process", async () => {
    vi.stubEnv("SOME_API_KEY", "very-secret-value")
    const { use } = bench()
    const shown = String(await use("run_command", { command: "cat /proc/[0-9]*/environ | tr '\\0' '\\n'; ls /proc" }))
    expect(shown).toContain("PATH=")
    expect(shown).not.toContain("very-secret-value")
    const seen = shown.split("\n").filter((line) => /^\d+$/.test(line))
    expect(seen).toContain("1")
    expect(seen).not.toContain(String(process.pid))
  })

  it.runIf(process.getuid?.() === 0)("cannot open the sandbox, not even as root", async () => {
    const { use, outside } = bench()
    const attempts = [
      "mount -o remount,rw /",
      `mount -o remount,bind,rw /`,
      "unshare -Urm mount -o remount,rw /",
      "echo 60 > /proc/sys/vm/swappiness",
      "mknod disk b 254 0",
      "chroot / true",
      `nsenter -t 1 -m true`,
    ]
    for (const attempt of attempts) {
      const shown = await use("run_command", { command: `${attempt} && echo it went through` })
      expect(shown, attempt).not.toContain("it went through")
    }
    expect(await use("run_command", { command: "echo x > /etc/pawl-test" })).toContain("Read-only file system")
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe(SECRET)
  })

  it.runIf(process.getuid?.() === 0)("as root still works with other users' files", async () => {
    const { use } = bench()
    const command = "mkdir theirs && chown 12345 theirs && chmod 700 theirs && echo x > theirs/new && cat theirs/new"
    expect(await use("run_command", { command })).toMatch(/^x\n\[Exit code 0/)
  })

  describe("on the network", () => {
    const serve = async (): Promise<{ readonly server: Server; readonly port: number }> => {
      const server = createServer((_, response) => response.end("reached"))
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return { server, port: (server.address() as AddressInfo).port }
    }
    it.each([{ allowNetwork: false }, { allowNetwork: true }])(
      "reaches it only with allowNetwork: %o",
      async ({ allowNetwork }) => {
        const { server, port } = await serve()
        try {
          const command = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3; true`
          const shown = await run(folderIn(tmpdir()), command, { allowNetwork })
          expect(shown.includes("reached")).toBe(allowNetwork)
        } finally {
          server.close()
        }
      },
    )
  })

  it("is described to the model as confined", () => {
    const [tool] = builtinTools({ workspace: folderIn(tmpdir()) }).filter(({ name }) => name === "run_command")
    expect(tool?.description).toContain("It is confined: only the workspace and a private /tmp can be written")
  })
})

describe("confinementFor", () => {
  /** Records its arguments, and runs the command. */
  const STAND_IN = 'echo "$@" >> asked; while [ "$1" != -- ]; do shift; done; shift; exec "$@"'

  it.each([
    { name: "missing", path: () => "/nowhere", why: "is not installed" },
    { name: "not allowed to work", path: () => pathWith("exit 1"), why: "does not work here" },
  ])("reports that commands are not confined when bubblewrap is $name", async ({ path, why }) => {
    const env = { PATH: path() }
    const { use, workspace } = bench({ env })
    const [tool] = builtinTools({ workspace, env }).filter(({ name }) => name === "run_command")
    expect(tool?.description).toContain("NOT confined")
    expect(tool?.description).toContain(why)
    expect(await use("run_command", { command: "echo hi" })).toMatch(
      /\[This command was not confined: bubblewrap .*\.]/,
    )
  })

  it("reports that commands are not confined when the workspace is the whole file system", () => {
    const { missing } = confinementFor({ root: "/", env: process.env, allowNetwork: false })
    expect(missing).toContain("the whole file system")
  })

  it("probes bubblewrap once for each workspace, however many agents there are", () => {
    const root = folderIn(tmpdir())
    const options = { root, env: { PATH: pathWith(STAND_IN) }, allowNetwork: false }
    for (let agent = 0; agent < 3; agent++) expect(confinementFor(options).missing).toBeUndefined()
    const asked = readFileSync(join(root, "asked"), "utf8").trim().split("\n")
    expect(asked).toEqual([expect.stringContaining("--die-with-parent --unshare-pid")])
  })

  it("takes the sandbox that was tried out ahead, and does not look for its mounts again", async () => {
    const root = folderIn(tmpdir())
    const env = { PATH: pathWith(STAND_IN) }
    const ahead = await probeConfinement({ root, env, allowNetwork: false })
    expect(ahead.sandbox).toContain("--die-with-parent")
    expect(confinementFor({ ...ahead, sandbox: ["--known"] }).missing).toBeUndefined()
    const asked = readFileSync(join(root, "asked"), "utf8").trim().split("\n")
    expect(asked).toEqual([expect.stringContaining("--die-with-parent"), "--known -- /bin/sh -c :"])
  })

  it("is asked about once where the tools of a workspace are loaded", async () => {
    let reads = 0
    const env = {
      get PATH() {
        reads += 1
        return "/nowhere"
      },
    }
    const workspace = folderIn(tmpdir())
    builtinTools({ workspace, env })
    const once = reads
    await loadBuiltinTools({ workspace, env })
    expect(reads).toBe(2 * once)
  })

  it("runs no bwrap from the workspace itself", () => {
    const root = folderIn(tmpdir())
    mkdirSync(join(root, "node_modules/.bin"), { recursive: true })
    writeFileSync(join(root, "node_modules/.bin/bwrap"), `#!/bin/bash\ntouch '${root}/ran'\n`, { mode: 0o755 })
    const env = { PATH: join(root, "node_modules/.bin") }
    expect(confinementFor({ root, env, allowNetwork: false }).missing).toContain("is not installed")
    const link = join(folderIn(tmpdir()), "bin")
    symlinkSync(join(root, "node_modules/.bin"), link)
    expect(confinementFor({ root, env: { PATH: link }, allowNetwork: false }).missing).toContain("is not installed")
  })
})
