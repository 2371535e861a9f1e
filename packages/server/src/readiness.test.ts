// Readiness: a server that cannot write, or is about to stop, is not ready.
import { memory } from "@pawl/agent"
import { expect, it } from "vitest"
import { running } from "./__fixtures__/running.ts"

it("is 503 while the store cannot be written to, and writes no more than once in a few seconds", async () => {
  const store = memory()
  let puts = 0
  const put: typeof store.records.put = async (kind, ...rest) => {
    if (kind !== "server") return store.records.put(kind, ...rest)
    puts++
    throw new Error("The disk is full.")
  }
  const server = await running(undefined, { store: { ...store, records: { ...store.records, put } } })
  for (const _ of [1, 2, 3])
    expect(await server.json("GET", "/readyz")).toMatchObject({
      status: 503,
      body: { error: { code: "store-failed" } },
    })
  expect(puts).toBe(1)
  expect((await server.json("GET", "/healthz")).status).toBe(200)
  await server.close()
})

it("is 200 while the store takes what is written", async () => {
  const server = await running()
  expect((await server.json("GET", "/readyz")).status).toBe(200)
  await server.close()
})
