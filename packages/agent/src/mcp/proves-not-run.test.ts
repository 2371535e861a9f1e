// Which errors prove that a call did not run, code by code. Every other error leaves the outcome unknown.
import { describe, expect, it } from "vitest"
import { provesNotRun } from "./proves-not-run.ts"

function http(status: number): Error {
  return Object.assign(new Error("the server answered"), { code: "CLIENT_HTTP_FAILED", data: { status } })
}

function rpc(code: number, message = "no"): Error {
  return Object.assign(new Error(message), { name: "ProtocolError", code })
}

const PROOF = [401, 403, 404, 405, 413, 415]
const STATUSES = Array.from({ length: 500 }, (_, at) => at + 100)
const RPC_PROOF = [-32700, -32600, -32601, -32602]
const RPC_CODES = [-32800, -32603, -32099, -32050, -32042, -32002, -32001, -32000, -1, 0, 1, 400, 404, 429, 500]

describe("provesNotRun", () => {
  it("accepts only HTTP statuses that are sent before anything is executed", () => {
    expect(STATUSES.filter((status) => provesNotRun(http(status)))).toEqual(PROOF)
  })

  it("accepts only JSON-RPC errors that say the request was not understood", () => {
    expect([...RPC_PROOF, ...RPC_CODES].filter((code) => provesNotRun(rpc(code)))).toEqual(RPC_PROOF)
  })

  it.each(["Output validation error: no structured content", "Tool x has an output schema but no structured content"])(
    "does not accept %j, although its code is invalid params: the tool has run",
    (message) => expect(provesNotRun(rpc(-32602, message))).toBe(false),
  )

  it.each([new Error("boom"), Object.assign(new Error("x"), { code: -32601 }), undefined, "text", { status: 404 }])(
    "does not accept %s",
    (error) => expect(provesNotRun(error)).toBe(false),
  )

  it("looks at the causes of a wrapped error", () => {
    expect(provesNotRun(new Error("the call failed", { cause: http(403) }))).toBe(true)
    expect(provesNotRun(new Error("the call failed", { cause: http(409) }))).toBe(false)
  })
})

it.each([401, 403, 404])("provesNotRun ignores a status of %s in the data of a server's own error", (status) => {
  const error = Object.assign(new Error("wrote the row, then the next one said no"), {
    name: "ProtocolError",
    code: -32603,
    data: { status },
  })
  expect(provesNotRun(error)).toBe(false)
})
