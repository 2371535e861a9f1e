// The port for those who look after a process: what it answers, and to what.
import { memory, type Store } from "@pawl/agent"
import { afterEach, describe, expect, it } from "vitest"
import { createMetrics } from "./metrics.ts"
import { type MetricsPort, openMetricsPort } from "./port.ts"

let port: MetricsPort
afterEach(() => port.close())

async function open(store: Store = memory()): Promise<void> {
  const metrics = createMetrics({ concurrency: 4 })
  port = await openMetricsPort({ host: "127.0.0.1", port: 0, metrics, store: () => store })
}

async function got(path: string, method = "GET"): Promise<readonly [number, string]> {
  const response = await fetch(port.url + path, { method })
  return [response.status, await response.text()]
}

describe("the port of a process", () => {
  it("answers with numbers, and nothing else", async () => {
    await open()
    const [status, text] = await got("/metrics")
    expect(status).toBe(200)
    expect(text).toContain("\npawl_concurrency 4\n")
    expect(text).toContain("\npawl_store_up 1\n")
    expect(await got("/v1/sessions")).toMatchObject([404, expect.any(String)])
    expect(await got("/metrics", "POST")).toMatchObject([405, expect.any(String)])
  })

  it("is ready until the process leaves, and alive after that too", async () => {
    await open()
    expect(await got("/readyz")).toEqual([200, "ok\n"])
    port.leave()
    expect(await got("/readyz")).toEqual([503, expect.stringMatching(/^draining: /)])
    expect(await got("/healthz")).toEqual([200, "ok\n"])
  })

  it("is not ready while the store cannot be written to, or does not answer", async () => {
    const store = memory()
    const fails = { ...store, records: { ...store.records, put: () => Promise.reject(new Error("gone")) } }
    await open(fails)
    expect(await got("/readyz")).toEqual([503, expect.stringMatching(/^store-failed: /)])
    await port.close()
    await open({ ...store, records: { ...store.records, put: () => new Promise<never>(() => {}) } })
    expect(await got("/readyz")).toEqual([503, expect.stringMatching(/^store-failed: /)])
  })
})
