// Real commands, confined and not: their output, how they end, and that none of their processes stays (F21, F22).
import { mkdirSync, writeFileSync } from "node:fs"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { bench } from "./__fixtures__/use-tools.ts"
import { MODES, pathFor, traced } from "./command/__fixtures__/modes.ts"

/** Resolves when "ready" has been printed `count` times. */
function readyTimes(count: number): { readonly output: (text: string) => void; readonly ready: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let all = ""
  const output = (text: string) => {
    all += text
    if (all.split("ready\n").length > count) resolve()
  }
  return { output, ready: promise }
}

for (const { mode, isPossible } of MODES) {
  describe.skipIf(!isPossible)(`run_command, ${mode}`, () => {
    beforeEach(() => void vi.stubEnv("PATH", pathFor(mode)))
    afterEach(() => void vi.unstubAllEnvs())

    const prepared = () => {
      const { env, running } = traced()
      return { ...bench({ env: { PATH: process.env.PATH, ...env } }), running }
    }

    it.each([
      { command: "echo hello", shows: /^hello\n\[Exit code 0 after [\d.]+ s\.\]/ },
      { command: "echo out; echo err >&2; echo out again", shows: /^out\nerr\nout again\n/ },
      { command: "exit 3", shows: /^\[No output\.\]\n\[Exit code 3 / },
      {
        command: "sleep 100 & kill -9 $!; wait $!",
        shows: /\[Exit code 137 after [\d.]+ s, most likely ended by SIGKILL/,
      },
      { command: "kill -9 $$", shows: /\[No output\.\]\n\[.*\bSIGKILL\b/ },
      { command: "no-such-program-here", shows: /not found\n\[Exit code 127/ },
      { command: "if", shows: /syntax error.*\[Exit code 2/s },
      { command: "cat; echo no input", shows: /^no input\n/ },
      { command: "printf '\\033[31mred\\033[0m'", shows: /^red\n/ },
      { command: "pwd; cd sub 2>/dev/null; pwd", shows: /work\n.*work\/sub\n/ },
      { command: "echo 'żółć 🎉'", shows: /^żółć 🎉\n/ },
      { command: "echo written > sub/new; cat sub/new", shows: /^written\n/ },
    ])("reports output and exit code: $command (F22)", async ({ command, shows }) => {
      const { use, path } = bench()
      mkdirSync(path("sub"))
      const shown = await use("run_command", { command })
      expect(shown).toMatch(shows)
      expect(shown).not.toContain("background")
    })

    it("sends no signal when a command leaves nothing behind", async () => {
      const { use } = bench()
      const told = vi.spyOn(process, "kill")
      await use("run_command", { command: "true" })
      const signals = told.mock.calls.map(([, signal]) => signal)
      told.mockRestore()
      expect(signals.filter((signal) => signal !== 0)).toEqual([])
    })

    it("streams output while the command runs (F22)", async () => {
      const { use, path } = bench()
      const seen: string[] = []
      // The command goes on only when its first output has arrived.
      const output = (text: string) => {
        seen.push(text)
        if (text.includes("first")) writeFileSync(path("go"), "")
      }
      const command = "echo first; while [ ! -e go ]; do read -t 0.02 < /dev/zero; done; echo second"
      await use("run_command", { command, timeout_ms: 15_000 }, { output })
      expect(seen.join("")).toBe("first\nsecond\n")
    })

    it("runs in a folder of the workspace, with only the environment it was given", async () => {
      const made = bench({ env: { PATH: process.env.PATH, GREETING: "hi" } })
      mkdirSync(made.path("sub dir"))
      const shown = await made.use("run_command", { command: 'pwd; echo "$GREETING, home: $HOME."', cwd: "sub dir" })
      expect(shown).toMatch(/work\/sub dir\nhi, home: \.\n/)
      await expect(made.use("run_command", { command: "true", cwd: "none" })).rejects.toMatchObject({
        code: "file-missing",
      })
    })

    it("hides the secrets of Pawl's environment from commands", async () => {
      vi.stubEnv("OPENAI_API_KEY", "very-secret-value")
      vi.stubEnv("SOME_PROXY", "http://user:very-secret-value@proxy")
      const shown = await bench().use("run_command", { command: "env; env >&2" })
      expect(shown).toContain("PATH=")
      expect(shown).not.toContain("very-secret-value")
    })

    it("kills all processes at its time limit, even those that ignore SIGTERM or left the group, and shows the output (F22)", async () => {
      const { use, running } = prepared()
      const stubborn = `trap "" TERM; echo ready; while :; do sleep 100; done`
      const daemon = "setsid bash -c 'echo ready; exec sleep 100'"
      const command = `echo begun; (${stubborn}) & ${daemon} & ${stubborn}`
      const { output, ready } = readyTimes(3)
      const caught = use("run_command", { command, timeout_ms: 1500 }, { output }).catch((error: unknown) => error)
      await ready
      expect(running().length).toBeGreaterThanOrEqual(3)
      expect(await caught).toMatchObject({
        code: "command-timeout",
        outcome: "timeout",
        message: expect.stringMatching(/^begun\n.*Timed out after 1\.5 s.*check before/s),
      })
      expect(running()).toEqual([])
    })

    it("kills a command that ignores SIGTERM when the call is aborted (F21)", async () => {
      const { use, running } = prepared()
      const stop = new AbortController()
      const { output, ready } = readyTimes(2)
      const command = 'trap "" TERM; echo ready; (echo ready; exec sleep 100); sleep 100'
      const caught = use("run_command", { command }, { signal: stop.signal, output }).catch((error: unknown) => error)
      await ready
      expect(running().length).toBeGreaterThanOrEqual(2)
      stop.abort("cancelled")
      expect(await caught).toMatchObject({ code: "command-stopped", message: expect.stringContaining("Stopped after") })
      expect(running()).toEqual([])
    })

    it("stops at once when the call was aborted before", async () => {
      const { use } = bench()
      const signal = AbortSignal.abort()
      await expect(use("run_command", { command: "sleep 100" }, { signal })).rejects.toMatchObject({
        code: "command-stopped",
      })
    })

    it.each(["sleep 100 & sleep 100 &", "setsid sleep 100 > /dev/null &", "(setsid -f sleep 100 > /dev/null)"])(
      "kills background processes, and reports it: %s",
      async (command) => {
        const { use, running } = prepared()
        const shown = await use("run_command", { command: `${command}\nexit 7` })
        expect(shown).toContain("[Exit code 7")
        expect(shown).toContain("left processes in the background")
        expect(running()).toEqual([])
      },
    )

    it("bounds memory, result and stream for a flood of output", async () => {
      const { use } = bench()
      let streamed = 0
      const before = process.memoryUsage().rss
      let most = 0
      const output = (text: string) => {
        streamed += text.length
        most = Math.max(most, process.memoryUsage().rss - before)
      }
      const command = "echo begin; yes | head -c 400000000; echo end"
      const shown = String(await use("run_command", { command }, { output }))
      expect(shown).toMatch(/^begin\ny\ny\n.*characters left out.*y\nend\n\[Exit code 0/s)
      expect(shown.length).toBeLessThan(1_001_000)
      expect(streamed).toBeLessThan(1_200_000)
      // Garbage of up to 180 MB was seen on a busy machine; what is kept would be the whole flood.
      expect(Math.max(most, process.memoryUsage().rss - before)).toBeLessThan(300_000_000)
    }, 60_000)
  })
}

describe("run_command", () => {
  it("shows the approver the command line", async () => {
    const { preview } = bench()
    expect(await preview("run_command", { command: "rm -r x", cwd: "./a/../b" })).toBe("cd b\n$ rm -r x")
  })
})
