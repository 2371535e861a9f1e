// A worker that ends behind the balancer of deploy/: it gets no more runs, and those that it has are not cut off.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { DriveOptions, DriveResult } from "../../packages/agent/src/contracts/host.ts"
import { restateHost } from "../../packages/restate/src/restate-host.ts"
import { eventually } from "../host/workers.ts"
import { freePorts, RestateServer, RUNS_HERE } from "../restate/engine.ts"
import { Haproxy } from "./haproxy.ts"

describe.skipIf(!RUNS_HERE)("a worker that ends", () => {
  let server: RestateServer
  let balancer: Haproxy
  let ports: readonly number[]
  beforeAll(async () => {
    server = await RestateServer.start()
    const [address = 0, ...behind] = await freePorts(3)
    ports = behind
    balancer = await Haproxy.start("workers", address, behind, 2000)
  })
  afterAll(async () => {
    await balancer.close()
    await server.close()
  })

  interface Run {
    readonly by: number
    readonly session: string
    readonly signal: AbortSignal
    readonly end: (result: DriveResult) => void
  }

  it("finishes its runs after the balancer has noticed, and the next runs are those of others", async () => {
    const { ingress, admin } = server
    const runs: Run[] = []
    const serve = async (port: number) => {
      const host = restateHost({ ingress, admin, service: "drained", address: balancer.url, listen: port })
      const drive = (session: string, { signal }: DriveOptions) =>
        new Promise<DriveResult>((end) => runs.push({ by: port, session, signal, end }))
      return { host, serving: await host.serve(drive, { sweepMs: 50 }) }
    }
    const [one = 0, two = 0] = ports
    const old = await serve(one)
    await balancer.sees(one, "UP")
    await old.host.wake("long")
    await eventually("it runs", () => runs.length === 1)
    const next = await serve(two)
    await balancer.sees(two, "UP")

    const drained = old.serving.drain({ deadlineMs: 60_000 })
    // The state of a server that is well and gets nothing new.
    await balancer.sees(one, "NOLB")
    await next.host.wake("other")
    await eventually("the other one runs it", () => runs.length === 2)
    const [long, other] = runs
    expect([long?.by, long?.signal.aborted, other?.by]).toEqual([one, false, two])
    long?.end({ state: "idle" })
    other?.end({ state: "idle" })
    await drained
    await next.serving.drain({ deadlineMs: 60_000 })
    expect(runs.map(({ session }) => session)).toEqual(["long", "other"])
  })
})
