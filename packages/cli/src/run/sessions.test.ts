// Turns that outlive their process: continuing, waiting for each other, Ctrl-C, and kill -9.
import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { BIN, makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place

beforeEach(() => {
  place = makePlace()
})

afterEach(() => place.remove())

async function sessionOf(...words: readonly string[]): Promise<string> {
  const { stdout } = await place.pawl([...words, "--output-format", "json"])
  return (JSON.parse(stdout) as { session: string }).session
}

describe("a session", () => {
  it("continues with -c in its own folder, and with -r by id, beginning of the id, and title", async () => {
    const id = await sessionOf("-p", "first", "--title", "My work")
    expect((await place.pawl(["-c", "-p", "turns"])).stdout).toBe("2 messages\n")
    expect((await place.pawl(["-r", id, "-p", "turns"])).stdout).toBe("3 messages\n")
    expect((await place.pawl(["-r", "My work", "-p", "turns"])).stdout).toBe("4 messages\n")
    expect((await place.pawl(["-r", id.slice(0, 20), "-p", "turns"])).stdout).toBe("5 messages\n")
    const elsewhere = await place.pawl(["-c", "-p", "turns", "--cwd", place.root])
    expect(elsewhere).toMatchObject({ code: 42, stderr: expect.stringContaining("There is no session to continue in") })
  })

  it("is refused by a name that two sessions have, with their ids", async () => {
    const one = await sessionOf("-p", "first", "--title", "Twin")
    const two = await sessionOf("-p", "second", "--title", "Twin")
    const ended = await place.pawl(["-r", "Twin", "-p", "x"])
    expect(ended).toMatchObject({ code: 42, stdout: "" })
    expect(ended.stderr).toMatch(/^pawl: "Twin" names 2 sessions\. Use an id: .*\n$/)
    for (const id of [one, two]) expect(ended.stderr).toContain(id)
  })

  it("runs two pawl -c at once one after the other, and loses nothing", async () => {
    const id = await sessionOf("-p", "first")
    const script = join(place.root, "slow.ts")
    // The first turn ends once the second process has said that it waits.
    writeFileSync(
      script,
      `import { existsSync, watch, writeFileSync } from "node:fs"
      export default async ({ said }) => {
        if (said === "slow") {
          writeFileSync(${JSON.stringify(join(place.root, "begun"))}, "")
          while (!existsSync(${JSON.stringify(join(place.root, "go"))})) await new Promise((resolve) => setTimeout(resolve, 20))
        }
        return "done " + said
      }`,
    )
    const slow = place.start(["-c", "-p", "slow", "--model", `scripted:${script}`])
    while (!existsSync(join(place.root, "begun"))) await new Promise((resolve) => setImmediate(resolve))
    const quick = await place.pawl(["-c", "-p", "quick", "--model", `scripted:${script}`], {
      onOutput: (_, stderr) =>
        stderr.includes("your message is sent when it ends") && writeFileSync(join(place.root, "go"), ""),
    })
    expect(quick).toMatchObject({
      code: 0,
      stdout: "done quick\n",
      stderr: `pawl: session ${id} is running a turn; your message is sent when it ends\n`,
    })
    expect(await slow.ended).toMatchObject({ code: 0, stdout: "done slow\n" })
    const shown = await place.pawl(["sessions", "show", id])
    expect(shown.stdout).toMatch(/you +first\n[\s\S]*you +slow\nmodel +done slow\nyou +quick\nmodel +done quick\n/)
  })

  it("is cancelled by Ctrl-C within a second, with 130, and can be continued", async () => {
    let at = 0
    const ended = await place.spawned(["-p", "hang"], {
      onOutput(_, stderr, child) {
        if (at > 0 || !stderr.includes("tool hang")) return
        at = performance.now()
        child.kill("SIGINT")
      },
    })
    const ms = performance.now() - at
    expect(ended).toMatchObject({ code: 130, stdout: "", stderr: expect.stringMatching(/^Waiting now\.\ntool hang/) })
    expect(ended.stderr).toMatch(
      /\npawl: The turn was cancelled\. What it did so far is kept; go on with "pawl -r \S+"\.\n$/,
    )
    expect(ms).toBeLessThan(2000)
    expect((await place.pawl(["-c", "-p", "still there"])).stdout).toBe("You said: still there\n")
  })

  it("keeps its turn when its process gets SIGTERM", async () => {
    const ended = await place.spawned(["-p", "hang"], {
      onOutput: (_, stderr, child) => stderr.endsWith("tool hang\n") && child.kill("SIGTERM"),
    })
    expect(ended.code).toBe(143)
    const [, id = ""] = /finish it with "pawl resume (\S+)"\./.exec(ended.stderr) ?? []
    const resumed = await place.spawned(["resume", id], {
      onOutput: (_, stderr, child) => stderr.endsWith("tool hang\n") && child.kill("SIGINT"),
    })
    expect(resumed.code).toBe(130)
    expect(resumed.stderr).toContain("Waiting now.\n")
  })

  it("is finished by pawl resume after kill -9, without doing anything twice", async () => {
    const killed = await place.spawned(["-p", "die once", "--title", "Victim"])
    expect(killed.signal).toBe("SIGKILL")
    const open = await place.pawl(["effects", "Victim"])
    expect(open.stdout).toMatch(/^1 calls may or may not have taken effect\.\ndie text="once"\n.*not finished/)
    expect((await place.pawl(["doctor"])).stdout).toMatch(
      /warn +1 sessions have an unfinished turn\. Finish one with "pawl resume/,
    )

    const resumed = await place.pawl(["resume", "Victim"])
    expect(resumed.code).toBe(0)
    expect(resumed.stdout).toMatch(/^die: /)
    expect(resumed.stderr).toContain("unknown")
    expect(readFileSync(place.notes, "utf8")).toBe("once\n")
    expect((await place.pawl(["effects"])).stdout).toMatch(/die text="once"\n.*unknown: check by hand/)
    const [effect] = JSON.parse((await place.pawl(["effects", "--json"])).stdout)
    expect(effect).toMatchObject({ tool: "die", arguments: { text: "once" }, outcome: "unknown" })
    expect(await place.pawl(["resume", "Victim"])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("has nothing to finish"),
    })
  })

  it.skipIf(spawnSync("unshare", ["-m", "true"]).status !== 0)(
    "reports a full disk in one line, and keeps what it had",
    async () => {
      const small = join(place.root, "small")
      const prompt = "x".repeat(3 * 1024 * 1024)
      writeFileSync(join(place.root, "prompt"), prompt)
      const pawl = `'${process.execPath}' '${BIN}'`
      const program = `set -e; mkdir '${small}'; mount -t tmpfs -o size=1m tmpfs '${small}'; export PAWL_HOME='${small}'
      ${pawl} -p before < /dev/null; set +e
      ${pawl} -p more < '${join(place.root, "prompt")}'; echo "exit $?"
      ${pawl} sessions list < /dev/null`
      const { NODE_OPTIONS: _, ...env } = process.env
      const { stdout, stderr } = spawnSync("unshare", ["-m", "bash", "-c", program], {
        env: { ...env, ...place.base },
        encoding: "utf8",
        cwd: place.work,
      })
      expect(stdout).toMatch(/^You said: before\nexit 1\n/)
      // The session whose message could not be stored was removed.
      expect(stdout).toMatch(/\nexit 1\nID .*\n\S+ .* idle +1 +before\n$/)
      expect(stderr).toMatch(/^pawl: .*full.*\n$/)
    },
  )

  it.skipIf(spawnSync("unshare", ["-m", "true"]).status !== 0)(
    "does not wait forever behind a turn that a full disk stopped",
    () => {
      const small = join(place.root, "small")
      writeFileSync(join(place.root, "prompt"), randomBytes(80_000).toString("base64"))
      const pawl = `'${process.execPath}' '${BIN}'`
      const program = `mkdir '${small}'; mount -t tmpfs -o size=400k tmpfs '${small}'; export PAWL_HOME='${small}'
      ${pawl} -p hi < '${join(place.root, "prompt")}'; echo "exit $?"
      ${pawl} -c -p again < /dev/null; echo "exit $?"`
      const { NODE_OPTIONS: _, ...env } = process.env
      const { stdout, stderr } = spawnSync("unshare", ["-m", "bash", "-c", program], {
        env: { ...env, ...place.base },
        encoding: "utf8",
        cwd: place.work,
      })
      expect(stdout).toBe("exit 1\nexit 1\n")
      // The second one says that it waits only if it looks before the stopped turn is taken up, and fails again.
      expect(stderr).toMatch(/^pawl: .*full.*\n(?:pawl: session .* is running a turn.*\n)?pawl: .*full.*\n$/)
    },
  )
})
