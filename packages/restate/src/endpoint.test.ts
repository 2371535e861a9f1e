// What a balancer sees of a worker's port while the worker ends.
import { connect } from "node:http2"
import { afterEach, describe, expect, it } from "vitest"
import { Endpoint } from "./endpoint.ts"

const opened: Endpoint[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((endpoint) => endpoint.close()))
})

async function open(port = 0): Promise<Endpoint> {
  const how = { name: "s", run: async () => {}, host: "127.0.0.1", reusePort: process.platform === "linux" }
  const endpoint = await Endpoint.open({ ...how, port, identityKeys: [] })
  opened.push(endpoint)
  return endpoint
}

/** On a connection of its own, as a health check is. */
function health({ url }: Endpoint, { reads = true } = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const session = connect(url)
    session.once("error", reject)
    const request = session.request({ ":path": "/health" })
    request.once("response", ({ ":status": status = 0 }) => {
      session.close()
      resolve(status)
    })
    request.once("error", reject)
    if (reads) request.resume()
    request.end()
  })
}

describe("the port of a worker", () => {
  it("says that it is well, then that it ends, and is closed last", async () => {
    const endpoint = await open()
    expect(await health(endpoint)).toBe(200)
    endpoint.leave()
    expect(await health(endpoint)).toBe(404)
    await endpoint.close()
    await expect(health(endpoint)).rejects.toThrow()
  })

  it("is closed also under clients that do not read what they are sent", async () => {
    const endpoint = await open()
    expect(await health(endpoint, { reads: false })).toBe(200)
    await endpoint.close()
    await expect(health(endpoint)).rejects.toThrow()
  })

  it.runIf(process.platform === "linux")("is left at once to the next agent of the same process", async () => {
    const old = await open()
    await open(Number(new URL(old.url).port))
    old.leave()
    const seen = new Set<number>()
    for (let times = 0; times < 30; times++) seen.add(await health(old))
    expect(seen).toEqual(new Set([200]))
  })
})
