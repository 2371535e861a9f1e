// `pawl send`, `pawl worker` and `pawl cleanup`: real processes on one database.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

async function shown(id: string): Promise<string> {
  return (await place.pawl(["sessions", "show", id])).stdout
}

/** Starts a worker, and waits until it prints this, and something before. */
function workerThat(says: string, words: readonly string[] = [], before = says) {
  const [begun, saying] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const onOutput = (_stdout: string, stderr: string) => {
    if (stderr.includes(before)) begun.resolve()
    if (stderr.includes(says)) saying.resolve()
  }
  const { child, ended } = place.start(["worker", ...words], { onOutput })
  const orEnded = (promise: Promise<void>) => Promise.race([promise, ended.then(() => {})])
  return { child, ended, begun: orEnded(begun.promise), saying: orEnded(saying.promise) }
}

/** Moves the times in the database into the past. */
function age(minutes: number): void {
  const db = new Database(join(place.home, "pawl.db"))
  db.prepare("update sessions set updated_at = updated_at - ?").run(minutes * 60_000)
  db.prepare("update sessions set archived_at = archived_at - ?").run(minutes * 60_000)
  db.prepare("update runners set beat_at = beat_at - ?").run(minutes * 60_000)
  db.close()
}

describe("a detached message", () => {
  it("is run by a worker, in new and existing sessions, and the worker exits when nothing is left (T27)", async () => {
    const sent = await place.pawl(["send", "new", "good morning"])
    const id = sent.stdout.trim()
    const queued = `pawl: queued; it waits for a process that runs it: "pawl worker", or "pawl resume ${id}"\n`
    expect(sent).toMatchObject({ code: 0, stderr: queued })
    expect((await place.pawl(["sessions", "list"])).stdout).toMatch(new RegExp(`${id.slice(0, 8)}\\w* .* queued `))
    expect(await shown(id)).toMatch(/^queued, 0 turns[\s\S]*you +good morning\n +\(queued; waits for a process that/m)
    expect(await place.pawl(["send", id, "and again"])).toMatchObject({ code: 0, stdout: `${id}\n` })
    expect(await shown(id)).not.toContain("You said")
    const worked = await place.pawl(["worker", "--once", "--json"])
    expect(worked).toMatchObject({ code: 0, stdout: "" })
    const events = worked.stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(events.filter(({ event }) => event === "turn-finished")).toMatchObject([
      { session: id, turn: 1, outcome: "completed" },
      { session: id, turn: 2, outcome: "completed" },
    ])
    expect(await shown(id)).toMatch(/You said: good morning[\s\S]*You said: and again/)
  })

  it("can be sent with pawl -p --detach", async () => {
    const { code, stdout } = await place.pawl(["-p", "hello", "--detach", "--title", "later"])
    expect(code).toBe(0)
    await place.pawl(["worker", "--once"])
    expect(await shown("later")).toContain("You said: hello")
    expect(await shown(stdout.trim())).toContain("You said: hello")
  })

  it("is refused while the session is busy, if its profile says so: chat-service (T11)", async () => {
    const { stdout } = await place.pawl(["send", "new", "hello", "--profile", "chat-service"])
    const second = await place.pawl(["send", stdout.trim(), "and again"])
    expect(second.code).not.toBe(0)
    // The message names commands, not options of the library.
    const id = stdout.trim()
    expect(second.stderr).toBe(
      `pawl: Session ${id} is busy. Wait for its turn to end ("pawl resume ${id}" shows it), or end it with "pawl cancel ${id}"; then send this again. If its process is gone, "pawl cleanup" ends the turn.\n`,
    )
    expect(await place.pawl(["worker", "--once"])).toMatchObject({ code: 0 })
    expect(await place.pawl(["send", stdout.trim(), "now?"])).toMatchObject({ code: 0 })
  })

  it("without a text or a session is refused with the usage", async () => {
    expect(await place.pawl(["send", "new", "  "])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("pawl send"),
    })
    expect(await place.pawl(["send", "missing", "hi"])).toMatchObject({ code: 42 })
    expect((await place.pawl(["sessions", "list", "--json"])).stdout).toBe("[]\n")
  })
})

describe("a worker", () => {
  it("answers a prompt of a process that is configured with runner: worker (T27)", async () => {
    const { child, ended, saying } = workerThat("ready")
    await saying
    const asked = await place.pawl(["-p", "note milk", "--approve", "auto"], { env: { PAWL_RUNNER: "worker" } })
    // The worker's own approval policy applies, and it has none: the process that sent the prompt approves.
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining("note: noted milk") })
    child.kill("SIGTERM")
    expect((await ended).stderr).toMatch(/turn-started[\s\S]*turn-finished[\s\S]*ended/)
  })

  it("T27: is missed after a second with a warning, and answers the waiting prompt once it is started", async () => {
    let heard = () => {}
    const saying = new Promise<void>((resolve) => {
      heard = resolve
    })
    const onOutput = (_stdout: string, stderr: string) =>
      /No worker has taken this up so far\. Start one in this folder with "pawl worker"/.test(stderr)
        ? heard()
        : undefined
    const asked = place.start(["-p", "hello", "--runner", "worker"], { onOutput })
    await saying
    expect(await place.pawl(["worker", "--once"])).toMatchObject({ code: 0 })
    expect(await asked.ended).toMatchObject({ code: 0, stdout: "You said: hello\n" })
  })

  it("takes over the turn of a killed worker, and does not repeat calls with an unknown outcome", async () => {
    const { stdout } = await place.pawl(["send", "new", "die once"])
    const id = stdout.trim()
    const died = await place.spawned(["worker", "--once"])
    expect(died.signal).toBe("SIGKILL")
    const next = await place.pawl(["worker", "--once", "--json"])
    expect(next.code).toBe(0)
    expect(next.stderr).toContain('"event":"took-over"')
    expect(next.stderr).toContain('"outcome":"unknown"')
    expect(readFileSync(place.notes, "utf8")).toBe("once\n")
    expect((await place.pawl(["effects", id])).stdout).toContain("die")
  })

  it("says that a session went on elsewhere when it wakes up after another one took it", async () => {
    const { stdout } = await place.pawl(["send", "new", "hang"])
    const id = stdout.trim()
    const lapse = ["--json", "--lapse", "2000"]
    const first = workerThat("went-on-elsewhere", lapse, "tool-started")
    await first.begun
    first.child.kill("SIGSTOP")
    const second = workerThat("took-over", lapse)
    await second.saying
    first.child.kill("SIGCONT")
    await first.saying
    for (const { child } of [first, second]) child.kill("SIGKILL")
    const lines = (await first.ended).stderr.trim().split("\n")
    const events = lines.map((line) => JSON.parse(line))
    expect(events.slice(-2)).toMatchObject([
      { event: "tool-started", session: id },
      { event: "went-on-elsewhere", session: id, epoch: 1 },
    ])
    const log = readFileSync(join(place.home, "pawl.log"), "utf8")
    expect(log).toMatch(new RegExp(`^\\{"level":30.*"session":"${id}","epoch":1,"msg":"went on elsewhere"`, "m"))
    await second.ended
  }, 60_000)

  it("releases its running turn when it is stopped, and the next worker continues it", async () => {
    const { stdout } = await place.pawl(["send", "new", "hang"])
    const first = workerThat("tool-started")
    await first.saying
    first.child.kill("SIGTERM")
    const second = workerThat("tool-started")
    expect(await first.ended).toMatchObject({ code: 0, stderr: expect.stringContaining("ended") })
    await second.saying
    second.child.kill("SIGKILL")
    await second.ended
    expect((await place.pawl(["sessions", "list", "--json"])).stdout).toContain(`"id":"${stdout.trim()}"`)
    expect((await place.pawl(["sessions", "list", "--json"])).stdout).toContain('"status":"tool_loop"')
  }, 120_000)

  it.each([
    [["worker", "--concurrency", "0"], "--concurrency"],
    [["worker", "--poll", "soon"], "--poll"],
    [["worker", "--lapse", "soon"], "--lapse"],
    [["worker", "--lapse", "1999"], "--lapse must be a whole number from 2000 to 3600000"],
    [["worker", "--lapse", "3600001"], "--lapse must be a whole number from 2000 to 3600000"],
    [["worker", "--lapse", "1e99"], "--lapse must be a whole number from 2000 to 3600000"],
    [["worker", "--lapse", "2000", "--restate", "http://127.0.0.1:1"], "--lapse has no effect with Restate"],
    [["worker", "now"], "takes no arguments"],
    [["cleanup", "--stuck-after", "soon"], "--stuck-after"],
  ])("refuses invalid arguments: pawl %s", async (words, says) => {
    expect(await place.pawl(words)).toMatchObject({ code: 2, stderr: expect.stringContaining(says) })
  })
})

describe("pawl cleanup", () => {
  it("fails turns that no process has run for five minutes; --retry tries them again without a second message (T6)", async () => {
    const killed = await place.spawned(["-p", "die once", "--profile", "chat-service", "--approve", "auto"])
    expect(killed.signal).toBe("SIGKILL")
    expect(await place.pawl(["cleanup"])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 stuck failed\n/) })
    age(6)
    const tried = await place.pawl(["cleanup", "--dry-run", "--json"])
    expect(JSON.parse(tried.stdout)).toMatchObject({ dryRun: true, failed: [expect.any(String)] })
    expect((await place.pawl(["cleanup"])).stdout).toBe("1 stuck failed\n0 idle archived\n0 archived deleted\n")
    const [row] = JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)
    expect(row).toMatchObject({ status: "failed", error: expect.stringMatching(/^Timed out/) })
    const again = await place.pawl(["resume", row.id, "--retry"])
    expect(again).toMatchObject({ code: 0 })
    expect((await shown(row.id)).match(/die once/g)).toHaveLength(1)
    expect(readFileSync(place.notes, "utf8")).toBe("once\n")
  })

  it("archives and removes old sessions, prints the counts, and 0 switches each off (T25)", async () => {
    await place.pawl(["-p", "hello"])
    age(31 * 24 * 60)
    expect((await place.pawl(["cleanup", "--archive-after", "0"])).stdout).toContain("0 idle archived")
    expect((await place.pawl(["cleanup"])).stdout).toBe("0 stuck failed\n1 idle archived\n0 archived deleted\n")
    age(89 * 24 * 60)
    expect((await place.pawl(["cleanup"])).stdout).toContain("0 archived deleted")
    age(2 * 24 * 60)
    expect((await place.pawl(["cleanup", "--delete-after", "0"])).stdout).toContain("0 archived deleted")
    expect((await place.pawl(["cleanup"])).stdout).toContain("1 archived deleted")
    expect((await place.pawl(["sessions", "list", "--all", "--json"])).stdout).toBe("[]\n")
    expect(existsSync(join(place.home, "pawl.db"))).toBe(true)
  })
})
