// Ids that the store would change: a client would wait for the answer to another id.

import { scripted } from "@pawl/agent/testing"
import { afterEach, expect, it } from "vitest"
import { type Served, served } from "../__fixtures__/served.ts"

let server: Served
afterEach(() => server.close())

const HALF = "half-\ud800"

it.each([HALF, "nul-\0"])("are refused wherever an id is sent: %j", async (id) => {
  server = await served({ model: scripted(() => "Fine.") })
  await server.post("/v1/sessions", { id: "s" })
  const bodies: readonly [string, object][] = [
    ["/v1/sessions", { id }],
    ["/v1/sessions/s/ask", { input: "Hello", id }],
    ["/v1/sessions/s/messages", { input: "Hello", id }],
    ["/v1/sessions/s/retry", { id }],
    ["/v1/sessions/s/cancel", { id }],
    ["/v1/sessions/s/compact", { id }],
    ["/v1/sessions/s/undo", { id }],
    ["/v1/sessions/s/undo", { call: id }],
    ["/v1/sessions/s/rewind", { turn: 1, what: "both", id }],
    ["/v1/sessions/s/fork", { id }],
    ["/v1/sessions/s/requests/c/decision", { decision: "approve", id }],
    ["/v1/sessions/s/requests/c/answer", { answer: "Yes", id }],
  ]
  for (const [path, body] of bodies) {
    const answer = await server.post(path, body)
    expect([path, answer.status, await answer.json()]).toMatchObject([path, 400, { error: { code: "input-invalid" } }])
  }
})
