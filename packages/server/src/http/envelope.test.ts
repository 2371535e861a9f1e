// What an error tells a client: how to go on, and nothing about the server's own files.
import { expect, it, onTestFinished } from "vitest"
import { running } from "../__fixtures__/ops-server.ts"

it("a store that fails is named without its path, and the log has the text under the trace", async () => {
  const { call, store, stop, folder, logged } = await running()
  onTestFinished(stop)
  await call("POST", "/v1/sessions", { id: "s" })
  await store.close()
  const { status, body } = await call("GET", "/v1/sessions/s/facts")
  expect([status, body]).toMatchObject([503, { error: { code: "store-failed", retryable: true } }])
  expect(JSON.stringify(body)).not.toContain(folder)
  expect(await call("GET", "/readyz")).toMatchObject({ status: 503, body: { error: { retryable: true } } })
  const { trace } = (body as { readonly error: { readonly trace: string } }).error
  const kept = logged.find(({ record, message }) => message === "request failed" && record.trace === trace)
  expect(String(kept?.record.error)).toContain(folder)
})

it.each([
  [{ message: "Hello" }],
  [{ input: { role: "user", content: "Hello" } }],
  [{ input: [{ type: "image", url: "https://example.com/a.png" }] }],
])("a message of another shape is told the two that are taken: %j", async (sent) => {
  const { call, stop } = await running()
  onTestFinished(stop)
  await call("POST", "/v1/sessions", { id: "s" })
  const { status, body } = await call("POST", "/v1/sessions/s/messages", sent)
  expect(status).toBe(400)
  const said = JSON.stringify(body)
  for (const words of ["input: must be a text", "list of 1 to 50 parts", "attachment", "base64"])
    expect(said).toContain(words)
})
