// What is sent a second time under the same id, over HTTP.
import { afterEach, describe, expect, it } from "vitest"
import { type Running, type RunningHow, running } from "../__fixtures__/ops-server.ts"

let served: Running
const start = async (how?: RunningHow) => {
  served = await running(how)
  await served.call("POST", "/v1/sessions", { id: "s" })
  return served
}
afterEach(() => served.stop())

const PATH = "/v1/sessions/s/messages"
const said = async () =>
  (await served.store.log.read("s", 0)).filter(({ type }) => type === "turn-started").map(({ seq }) => seq)

describe("a message with the id of an earlier one", () => {
  const long = "x".repeat(70_000)
  it.each([
    ["a short message", "hello", "bye"],
    ["a long message", long, `${long}!`],
    [
      "a message with a file",
      [{ type: "attachment", name: "a.txt", data: "d29yZHM=" }],
      [{ type: "attachment", name: "b.txt", data: "d29yZHM=" }],
    ],
  ])("%s gets the first answer if it is the same, and 409 if it is another", async (_, input, other) => {
    const { call } = await start()
    await call("POST", "/v1/sessions/s/ask", { input: "before" })
    const first = await call("POST", PATH, { input, id: "m" })
    expect((await call("POST", PATH, { input, id: "m" })).status).toBe(202)
    expect((await call("POST", "/v1/sessions/s/ask", { input, id: "m" })).body).toMatchObject({ outcome: "completed" })
    const again = await call("POST", PATH, { input, id: "m" })
    expect([again.status, again.body]).toEqual([202, first.body])
    expect(await call("POST", PATH, { input: other, id: "m" })).toMatchObject({
      status: 409,
      body: { error: { code: "id-used", retryable: false } },
    })
    expect(await said()).toHaveLength(2)
  })

  it("is refused also while the first one waits", async () => {
    const go = Promise.withResolvers<void>()
    const { call } = await start({
      script: async () => {
        await go.promise
        return "Done."
      },
    })
    await call("POST", PATH, { input: "long work" })
    await call("POST", PATH, { input: "next", id: "m" })
    expect((await call("POST", PATH, { input: "other", id: "m" })).status).toBe(409)
    expect((await call("POST", PATH, { input: "next", id: "m" })).status).toBe(202)
    go.resolve()
  })
})

describe("a retry with the id of an earlier one", () => {
  it("is carried out once, and gets the first answer, whether or not the turn has ended since", async () => {
    let failures = 0
    const { call } = await start({
      script: () => (failures++ === 0 ? { error: { class: "config", code: "broken", message: "Broken." } } : "Done."),
    })
    await call("POST", "/v1/sessions/s/ask", { input: "hello" })
    expect((await call("GET", "/v1/sessions/s")).body).toMatchObject({ status: "failed" })
    const first = await call("POST", "/v1/sessions/s/retry", { id: "r" })
    expect(first.status).toBe(202)
    const statusOf = ({ body }: { readonly body: { readonly status: string } }) => body.status
    for (;;) if (statusOf(await call("GET", "/v1/sessions/s")) === "idle") break
    const again = await call("POST", "/v1/sessions/s/retry", { id: "r" })
    expect([again.status, again.body]).toEqual([202, first.body])
    expect((await call("POST", "/v1/sessions/s/retry", { id: "r2" })).status).toBe(409)
    expect(await said()).toHaveLength(2)
  })
})
