// The host with a real Restate server and drives of the test: what is run when, and what Restate counts as done.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { PawlError } from "../../packages/agent/src/contracts/error.ts"
import type { DriveOptions, DriveResult, ServeOptions, Serving } from "../../packages/agent/src/contracts/host.ts"
import { type RestateHost, restateHost } from "../../packages/restate/src/restate-host.ts"
import { eventually } from "../host/workers.ts"
import { RestateServer, RUNS_HERE } from "./engine.ts"

interface Driven {
  readonly session: string
  readonly at: number
  readonly how: DriveOptions
  readonly end: (result?: DriveResult) => void
  readonly fail: (error: Error) => void
}

let server: RestateServer
let host: RestateHost
let serving: Serving
let drives: Driven[]
let errors: string[]
let count = 0

beforeAll(async () => {
  server = await RestateServer.start()
})

afterAll(() => server.close())

afterEach(async () => {
  const drained = serving.drain({ deadlineMs: 0 })
  for (const { end } of drives) end()
  await drained
})

/** Restate keeps runs that a test left behind, so each test has a service of its own. */
async function serve(options: ServeOptions = {}, more: { readonly yieldAfterMs?: number } = {}): Promise<void> {
  drives = []
  errors = []
  count++
  await serveOn(options, more)
}

/** By another worker of the same service, whose drives are listed with the others. */
async function serveOn(options: ServeOptions = {}, more: { readonly yieldAfterMs?: number } = {}): Promise<void> {
  const { ingress, admin } = server
  host = restateHost({ ingress, admin, listen: 0, service: `s${process.pid}_${count}`, ...more })
  const drive = (session: string, how: DriveOptions) =>
    new Promise<DriveResult>((resolve, reject) => {
      drives.push({ session, at: Date.now(), how, end: (result = { state: "idle" }) => resolve(result), fail: reject })
    })
  const onError = (session: string, error: unknown) => errors.push(`${session} ${(error as Error).message}`)
  serving = await host.serve(drive, { onError, sweepMs: 50, ...options })
}

async function driven(times: number): Promise<Driven> {
  await eventually(`${times} runs`, () => drives.length >= times)
  return drives[times - 1]!
}

/** No run of the session is left in Restate, so none will follow. */
async function atRest(session: string): Promise<void> {
  await eventually("Restate has no run of the session", async () => (await statuses(session)).length === 0)
}

/** Of the session's runs that Restate still has to do. */
async function statuses(session: string): Promise<readonly string[]> {
  const query = `select status from sys_invocation where target_service_key = '${session}' and status <> 'completed'`
  return (await server.rows(query)).map(({ status }) => String(status))
}

describe.skipIf(!RUNS_HERE)("a run that Restate starts", () => {
  it("takes the session over, is told to yield after five minutes, and is done when it rests", async () => {
    await serve()
    await host.wake("rests")
    const { session, how, end } = await driven(1)
    expect(session).toBe("rests")
    expect(how).toMatchObject({ takesOver: true, yieldAfterMs: 300_000 })
    end()
    await atRest("rests")
    expect(drives).toHaveLength(1)
  })

  it.each([
    { what: "finds another runner", end: (run: Driven) => run.end({ state: "held" }), reported: [] },
    { what: "loses its lease", end: (run: Driven) => run.fail(new PawlError("lease-lost", "lost")), reported: [] },
    { what: "fails", end: (run: Driven) => run.fail(new Error("disk full")), reported: ["again disk full"] },
  ])("is started again when it $what", async ({ end, reported }) => {
    await serve()
    await host.wake("again")
    end(await driven(1))
    const second = await driven(2)
    second.end()
    await atRest("again")
    expect([drives.length, errors]).toEqual([2, reported])
  })

  it("is followed by another one at once when it yields", async () => {
    await serve()
    await host.wake("yields")
    const first = await driven(1)
    first.end({ state: "yield" })
    const second = await driven(2)
    second.end()
    await atRest("yields")
    expect(drives).toHaveLength(2)
  })

  it.each([
    { place: 7, seen: 7, runs: 1 },
    { place: 7, seen: 6, runs: 2 },
    { place: undefined, seen: 7, runs: 2 },
  ])("that was woken for place $place meanwhile and has seen $seen makes $runs", async ({ place, seen, runs }) => {
    await serve()
    await host.wake("woken")
    const first = await driven(1)
    let pokes = 0
    first.how.onPoke(() => pokes++)
    await host.wake("woken", place === undefined ? {} : { place })
    first.end({ state: "idle", seen })
    if (runs === 2) (await driven(2)).end()
    await atRest("woken")
    expect([pokes, drives.length]).toEqual([1, runs])
  })

  it("is the only one of its session, and others run beside it as far as there is room", async () => {
    await serve({ concurrency: 2 })
    for (const session of ["a", "b", "c"]) await host.wake(session)
    await driven(2)
    const lent = host.yieldSlot(drives[0]!.session)
    const third = await driven(3)
    expect(new Set(drives.map(({ session }) => session))).toEqual(new Set(["a", "b", "c"]))
    lent()
    for (const { end } of [third, ...drives]) end()
    for (const session of ["a", "b", "c"]) await atRest(session)
    expect(drives).toHaveLength(3)
  })
})

describe.skipIf(!RUNS_HERE)("wakes", () => {
  it("of several processes for one command are one run", async () => {
    await serve()
    const { ingress, admin } = server
    const other = restateHost({ ingress, admin, service: `s${process.pid}_${count}` })
    await eventually("the workers are registered", () =>
      other.wake("once", { place: 3 }).then(
        () => true,
        () => false,
      ),
    )
    await Promise.all([other.wake("once", { place: 3 }), host.wake("once", { place: 3 })])
    const first = await driven(1)
    first.end({ state: "idle", seen: 3 })
    await atRest("once")
    expect(drives).toHaveLength(1)
  })

  it("of a sweep run what is due", async () => {
    let due = ["lost"]
    await serve({ sweep: async () => due })
    const first = await driven(1)
    due = []
    first.end()
    await atRest("lost")
    expect(drives.map(({ session }) => session)).toEqual(["lost"])
  })

  it("come at the time of a timer, also when Restate was killed meanwhile", async () => {
    await serve()
    await host.wake("timed")
    const first = await driven(1)
    const until = Date.now() + 2000
    first.end({ state: "sleep", until })
    await eventually("only the timer is left", async () => `${await statuses("timed")}` === "scheduled")
    await server.kill()
    await server.start()
    const second = await driven(2)
    expect(second.at).toBeGreaterThanOrEqual(until)
    second.end()
    await atRest("timed")
  })

  it("work again after Restate has lost all of its data, and what was running is run again", async () => {
    let due: string[] = []
    await serve({ sweep: async () => due })
    await host.wake("running")
    const first = await driven(1)
    await server.kill()
    await eventually("the run is given up", () => first.how.signal.aborted)
    first.end({ state: "yield" })
    await expect(host.wake("later")).rejects.toMatchObject({ code: "host-unreachable" })
    server.wipe()
    await server.start()
    due = ["running"]
    const second = await driven(2)
    due = []
    expect(second.session).toBe("running")
    second.end()
    await host.wake("later")
    const third = await driven(3)
    expect(third.session).toBe("later")
    third.end()
  })
})

describe.skipIf(!RUNS_HERE)("evicting", () => {
  it("takes the session from its run, which does not count, and has it run again", async () => {
    await serve()
    await host.wake("evicted")
    const first = await driven(1)
    await host.evict("evicted")
    await eventually("the first run is given up", () => first.how.signal.aborted)
    first.end({ state: "yield" })
    const second = await driven(2)
    expect(second.how.signal.aborted).toBe(false)
    second.end()
    await atRest("evicted")
    expect(drives).toHaveLength(2)
  })

  it("wakes a session that is not run, whatever its id", async () => {
    await serve()
    await host.evict("it's a/b?c d")
    const first = await driven(1)
    expect(first.session).toBe("it's a/b?c d")
    first.end()
  })
})

it("what keeps Restate from being asked is reported when it lasts", async () => {
  drives = []
  errors = []
  const away = { ingress: "http://127.0.0.1:1", admin: "http://127.0.0.1:2" }
  const onError = (session: string, error: unknown) => errors.push(`${session} ${(error as PawlError).code}`)
  serving = await restateHost({ ...away, listen: 0 }).serve(async () => ({ state: "idle" }), { onError, sweepMs: 50 })
  await eventually("it is reported", () => errors.length > 0)
  expect(errors).toEqual(["* host-unreachable"])
})

describe.skipIf(!RUNS_HERE)("draining", () => {
  it("leaves the port to the host that takes its place", async () => {
    const { ingress, admin } = server
    const service = `s${process.pid}_${++count}`
    const run: string[] = []
    const serveAt = async (port: number, name: string) => {
      const each = restateHost({ ingress, admin, service, listen: { port, reusePort: true } })
      const drive = async (session: string): Promise<DriveResult> => {
        run.push(`${name} ${session}`)
        return { state: "idle" }
      }
      return { each, ending: await each.serve(drive, { sweepMs: 50 }) }
    }
    drives = []
    const first = await serveAt(0, "first")
    await first.each.wake("a")
    await eventually("the first one runs it", () => run.length === 1)
    const second = await serveAt(Number(new URL(first.each.url ?? "").port), "second")
    serving = second.ending
    await first.ending.drain({ deadlineMs: 0 })
    await second.each.wake("b")
    await eventually("the second one runs it", () => run.length === 2)
    expect(run).toEqual(["first a", "second b"])
  })

  it("gives runs up to other workers at the deadline", async () => {
    await serve()
    await host.wake("late")
    const first = await driven(1)
    const drained = serving.drain({ deadlineMs: 1 })
    await eventually("the run is given up", () => first.how.signal.aborted)
    first.end({ state: "yield" })
    await drained
    await serveOn()
    const second = await driven(2)
    expect([second.session, second.how.signal.aborted]).toEqual(["late", false])
    second.end()
    await atRest("late")
    expect(drives).toHaveLength(2)
  })

  it("lets runs rest until the deadline", async () => {
    await serve()
    await host.wake("drained")
    const first = await driven(1)
    const drained = serving.drain({ deadlineMs: 60_000 })
    first.end({ state: "idle" })
    await drained
    await atRest("drained")
    expect([drives.length, first.how.signal.aborted]).toEqual([1, false])
  })
})

it.skipIf(!RUNS_HERE)(
  "Restate is told the timeouts, retries and retention that runs without a journal need",
  async () => {
    await serve()
    await host.wake("any")
    const first = await driven(1)
    first.end()
    const service = (await (await fetch(`${server.admin}/services/s${process.pid}_${count}`)).json()) as object
    expect(service).toMatchObject({
      ty: "VirtualObject",
      inactivity_timeout: "1d",
      abort_timeout: "1d",
      idempotency_retention: "1m",
      journal_retention: "1m",
      retry_policy: { initial_interval: "100ms", max_interval: "1s", max_attempts: Number.MAX_SAFE_INTEGER },
    })
  },
)
