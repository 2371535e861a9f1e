// An agent with another host than its own process: the host decides when a session is run, and hears what came of it.
import { expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import type { Drive, DriveOptions, DriveResult, ServeOptions, SessionHost } from "../contracts/host.ts"
import { call, scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"

/** A host that runs a session when the test says so. */
class ManualHost implements SessionHost {
  readonly woken: string[] = []
  readonly evicted: string[] = []
  drive: Drive | undefined
  options: ServeOptions | undefined
  isDrained = false

  async wake(session: string, when: { readonly place?: number } = {}): Promise<void> {
    this.woken.push(`${session} ${when.place ?? "now"}`)
  }

  poke(): void {}

  async evict(session: string): Promise<void> {
    this.evicted.push(session)
  }

  async serve(drive: Drive, options: ServeOptions = {}) {
    this.drive = drive
    this.options = options
    return {
      drain: async () => {
        this.isDrained = true
      },
    }
  }

  run(session: string, how: Partial<DriveOptions> = {}): Promise<DriveResult> {
    if (this.drive === undefined) throw new Error("The agent serves nothing.")
    return this.drive(session, { signal: new AbortController().signal, onPoke: () => {}, ...how })
  }
}

it("runs nothing by itself, and wakes its sessions through the host", async () => {
  const host = new ManualHost()
  const agent = await createAgent({ model: scripted(() => "Done."), store: memory(), host, concurrency: 3 })
  const session = await agent.open({ id: "s" })
  const turn = session.send("go")
  await turn.accepted()
  expect(host.woken.at(-1)).toBe("s 1")
  expect(host.options).toMatchObject({ concurrency: 3, sweepMs: 1000 })
  expect(await host.options?.sweep?.()).toEqual(["s"])
  await agent.open({ id: "s" })
  expect(host.woken.at(-1)).toBe("s now")
  expect(await host.run("s")).toEqual({ state: "idle", seen: 1 })
  expect((await turn.result()).text).toBe("Done.")
  expect(await host.options?.sweep?.()).toEqual([])
  const woken = host.woken.length
  await agent.open({ id: "s" })
  expect(host.woken).toHaveLength(woken)
  await agent.evict("s")
  expect(host.evicted).toEqual(["s"])
  await agent.close()
  expect(host.isDrained).toBe(true)
})

it("wakes through the host, and serves nothing, when it runs no sessions", async () => {
  const host = new ManualHost()
  const agent = await createAgent({ model: scripted(() => ""), store: memory(), host, run: "none" })
  await (await agent.open({ id: "s" })).send("go").accepted()
  expect([host.woken.at(-1), host.drive]).toEqual(["s 1", undefined])
  await agent.close()
})

it("keeps a message whose wake the host could not take, and reports why", async () => {
  const host = new ManualHost()
  host.wake = () => Promise.reject(new Error("The engine is down."))
  const errors: unknown[] = []
  const onError = (session: string, error: unknown) => errors.push(`${session} ${(error as Error).message}`)
  const agent = await createAgent({ model: scripted(() => "Done."), store: memory(), host, onError })
  const session = await agent.open({ id: "s" })
  await session.send("go").accepted()
  // The sender wakes it, and so does the look for commands of other processes.
  expect(new Set(errors)).toEqual(new Set(["* The engine is down."]))
  expect(await host.options?.sweep?.()).toEqual(["s"])
  await agent.close()
})

it("yields after the time that the host gives a run, and loses nothing", async () => {
  const host = new ManualHost()
  const clock = new FakeClock()
  let runs = 0
  const slow = tool({
    name: "slow",
    description: "Takes a minute.",
    input: { type: "object" },
    effect: "once",
    approval: false,
    run: async () => {
      runs += 1
      await clock.sleep(60_000)
      return "slept"
    },
  })
  const model = scripted(({ results }) => (results.length === 0 ? { calls: [call("slow")] } : "Done."))
  const agent = await createAgent({ model, store: memory(), host, clock, tools: [slow] })
  const session = await agent.open({ id: "s" })
  const turn = session.send("go")
  await turn.accepted()
  const first = host.run("s", { yieldAfterMs: 1000 })
  await settle()
  await clock.advance(60_000)
  expect(await first).toEqual({ state: "yield", seen: 1 })
  expect(await host.options?.sweep?.()).toEqual(["s"])
  expect(await host.run("s")).toEqual({ state: "idle", seen: 0 })
  expect([(await turn.result()).text, runs]).toEqual(["Done.", 1])
  await agent.close()
})

it("refuses a host that cannot do what one must", async () => {
  const host = { wake: async () => {}, poke: () => {} } as unknown as SessionHost
  await expect(createAgent({ model: scripted(() => ""), host })).rejects.toThrow(
    "host: pass an object that also has evict, serve",
  )
})
