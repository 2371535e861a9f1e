// Real commands: their output, their end, and that nothing of them stays (F21, F22).
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { bench } from "./__fixtures__/use-tools.ts"

const isRunning = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

/** Resolves with the pids once the command has printed them, one "pid N" a line. */
function pidsFrom(count: number): {
  readonly output: (text: string) => void
  readonly pids: Promise<readonly number[]>
} {
  const { promise, resolve } = Promise.withResolvers<readonly number[]>()
  let all = ""
  const output = (text: string) => {
    all += text
    const pids = [...all.matchAll(/pid (\d+)\n/g)].map(([, pid]) => Number(pid))
    if (pids.length === count) resolve(pids)
  }
  return { output, pids: promise }
}

describe("run_command", () => {
  it.each([
    { command: "echo hello", shows: /^hello\n\[Exit code 0 after [\d.]+ s\.\]/ },
    { command: "echo out; echo err >&2; echo out again", shows: /^out\nerr\nout again\n/ },
    { command: "exit 3", shows: /^\[No output\.\]\n\[Exit code 3 / },
    { command: "kill -9 $$", shows: /\[Ended by signal SIGKILL/ },
    { command: "no-such-program-here", shows: /not found\n\[Exit code 127/ },
    { command: "if", shows: /syntax error.*\[Exit code 2/s },
    { command: "cat; echo no input", shows: /^no input\n/ },
    { command: "printf '\\033[31mred\\033[0m'", shows: /^red\n/ },
    { command: "pwd; cd sub 2>/dev/null; pwd", shows: /work\n.*work\/sub\n/ },
    { command: "echo 'żółć 🎉'", shows: /^żółć 🎉\n/ },
  ])("reports output and exit code: $command", async ({ command, shows }) => {
    const { use, path } = bench()
    mkdirSync(path("sub"))
    expect(await use("run_command", { command })).toMatch(shows)
  })

  it("streams what is printed while it runs", async () => {
    const { use, path } = bench()
    const seen: string[] = []
    // It goes on only when what it printed has been seen.
    const output = (text: string) => {
      seen.push(text)
      if (text.includes("first")) writeFileSync(path("go"), "")
    }
    const command = "echo first; while [ ! -e go ]; do read -t 0.02 < /dev/zero; done; echo second"
    await use("run_command", { command, timeout_ms: 15_000 }, { output })
    expect(seen.join("")).toBe("first\nsecond\n")
  })

  it("runs in a folder of the workspace, with the environment it was given and no other", async () => {
    const made = bench({ env: { PATH: process.env.PATH, GREETING: "hi" } })
    mkdirSync(made.path("sub dir"))
    const shown = await made.use("run_command", { command: 'pwd; echo "$GREETING, home: $HOME."', cwd: "sub dir" })
    expect(shown).toMatch(/work\/sub dir\nhi, home: \.\n/)
    await expect(made.use("run_command", { command: "true", cwd: "none" })).rejects.toMatchObject({
      code: "file-missing",
    })
  })

  it("keeps our secrets from commands", async () => {
    process.env.PAWL_TEST_API_KEY = "very-secret-value"
    process.env.PAWL_TEST_PROXY = "http://user:very-secret-value@proxy"
    try {
      const shown = await bench().use("run_command", { command: "env" })
      expect(shown).toContain("PATH=")
      expect(shown).not.toContain("very-secret-value")
    } finally {
      delete process.env.PAWL_TEST_API_KEY
      delete process.env.PAWL_TEST_PROXY
    }
  })

  it("at its time limit ends all it started, also what ignores SIGTERM or left its group, and shows what was printed", async () => {
    const { use } = bench()
    const stubborn = `trap "" TERM; echo pid $BASHPID; while :; do sleep 100; done`
    const command = `echo begun; (${stubborn}) & setsid bash -c 'echo pid $$; exec sleep 100' & echo pid $$; ${stubborn}`
    const { output, pids } = pidsFrom(4)
    const running = use("run_command", { command, timeout_ms: 1500 }, { output })
    const caught = running.catch((error: unknown) => error)
    const all = await pids
    expect(all.map(isRunning)).not.toContain(false)
    expect(await caught).toMatchObject({
      code: "command-timeout",
      outcome: "timeout",
      message: expect.stringMatching(/^begun\n.*Timed out after 1\.5 s.*check before/s),
    })
    expect(all.map(isRunning)).not.toContain(true)
  })

  it("is ended within a second when it is aborted (F21)", async () => {
    const { use } = bench()
    const stop = new AbortController()
    const { output, pids } = pidsFrom(2)
    const command = 'trap "" TERM; echo pid $$; (echo pid $BASHPID; exec sleep 100); sleep 100'
    const caught = use("run_command", { command }, { signal: stop.signal, output }).catch((error: unknown) => error)
    const all = await pids
    const began = performance.now()
    stop.abort("cancelled")
    expect(await caught).toMatchObject({ code: "command-stopped", message: expect.stringContaining("Stopped after") })
    expect(performance.now() - began).toBeLessThan(1000)
    expect(all.map(isRunning)).not.toContain(true)
  })

  it("does not start, or ends at once, when it was aborted before", async () => {
    const { use } = bench()
    await expect(use("run_command", { command: "sleep 100" }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "command-stopped",
    })
  })

  it("ends what was left in the background, and says so", async () => {
    const { use } = bench()
    const { output, pids } = pidsFrom(1)
    const shown = await use("run_command", { command: "sleep 100 & echo pid $!" }, { output })
    expect(shown).toContain("[Exit code 0")
    expect(shown).toContain("left processes in the background")
    expect((await pids).map(isRunning)).toEqual([false])
  })

  it("bounds a flood: memory, what is shown, and what is streamed", async () => {
    const { use } = bench()
    let streamed = 0
    const before = process.memoryUsage().rss
    let most = 0
    const output = (text: string) => {
      streamed += text.length
      most = Math.max(most, process.memoryUsage().rss - before)
    }
    const command = "echo begin; yes | head -c 500000000; echo end"
    const shown = String(await use("run_command", { command }, { output }))
    expect(shown).toMatch(/^begin\ny\ny\n.*characters left out.*y\nend\n\[Exit code 0/s)
    expect(shown.length).toBeLessThan(40_000)
    expect(streamed).toBeLessThan(1_200_000)
    expect(Math.max(most, process.memoryUsage().rss - before)).toBeLessThan(150_000_000)
  }, 60_000)

  it("shows the command line before anybody agrees", async () => {
    const { preview } = bench()
    expect(await preview("run_command", { command: "rm -r x", cwd: "./a/../b" })).toBe("cd b\n$ rm -r x")
  })
})

describe("confinement of commands", () => {
  const withProgram = (script: string) => {
    const folder = bench().workspace
    writeFileSync(join(folder, "bwrap"), `#!/bin/bash\n${script}\n`)
    chmodSync(join(folder, "bwrap"), 0o755)
    return { PATH: `${folder}:${process.env.PATH}` }
  }
  /** Stands in for bubblewrap where there is none: notes what it is asked for, and runs the command. */
  const STAND_IN = 'echo "$@" > asked; while [ "$1" != -- ]; do shift; done; shift; exec "$@"'

  it.each([
    { name: "missing", script: undefined, why: "is not installed" },
    { name: "forbidden to work", script: "exit 1", why: "does not work here" },
  ])("is said to be none when bubblewrap is $name", async ({ script, why }) => {
    const { builtinTools } = await import("./builtin-tools.ts")
    const made = bench(script === undefined ? { env: { PATH: "/nowhere" } } : { env: withProgram(script) })
    const env = script === undefined ? { PATH: "/nowhere" } : withProgram(script)
    const command = builtinTools({ workspace: made.workspace, env }).find((each) => each.name === "run_command")
    expect(command?.description).toContain("NOT confined")
    expect(command?.description).toContain(why)
    expect(await made.use("run_command", { command: "echo hi" })).toContain(
      "[This command was not confined: bubblewrap",
    )
  })

  it.each([{ allowNetwork: false }, { allowNetwork: true }])("asks bubblewrap for it: %o", async ({ allowNetwork }) => {
    const made = bench({ env: withProgram(STAND_IN), allowNetwork })
    const shown = await made.use("run_command", { command: "echo hi" })
    expect(shown).toMatch(/^hi\n\[Exit code 0 after [\d.]+ s\.\]$/)
    const asked = readFileSync(made.path("asked"), "utf8")
    expect(asked).toContain("--die-with-parent --unshare-pid")
    expect(asked).toContain("--ro-bind / /")
    expect(asked).toContain("--tmpfs /tmp")
    expect(asked.indexOf(`--bind ${made.workspace} ${made.workspace}`)).toBeGreaterThan(asked.indexOf("--tmpfs /tmp"))
    expect(asked.includes("--unshare-net")).toBe(!allowNetwork)
  })
})
