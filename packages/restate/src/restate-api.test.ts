// What the host says to Restate, and what it makes of answers that are no good.
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, expect, it } from "vitest"
import { readOptions } from "./options.ts"
import { RestateApi } from "./restate-api.ts"

let server: Server
let url: string
let asked: string[]
let answer: { status: number; body: string }

beforeEach(async () => {
  asked = []
  answer = { status: 202, body: "{}" }
  server = createServer(async (request, response) => {
    asked.push(await told(request))
    response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => new Promise((resolve) => server.close(resolve)))

async function told({ method, url: path, headers }: IncomingMessage): Promise<string> {
  const sent = [headers["idempotency-key"], headers.authorization].filter((each) => each !== undefined)
  return [method, path, ...sent].join(" ")
}

function api(): RestateApi {
  return new RestateApi(readOptions({ ingress: url, admin: url, headers: { authorization: "Bearer t" } }))
}

it("sends a session with its delay and its key, and with the headers of the options", async () => {
  expect(await api().send("a/b c", { delayMs: 1500.2, key: "place-1" })).toBe(true)
  expect(asked).toEqual(["POST /session/a%2Fb%20c/run/send?delay=1501ms place-1 Bearer t"])
})

it("says so when Restate does not know the workers", async () => {
  answer = { status: 404, body: '{"message":"not found"}' }
  expect(await api().send("s", {})).toBe(false)
})

it("passes on what Restate objects to", async () => {
  answer = { status: 500, body: "out of disk" }
  await expect(api().send("s", {})).rejects.toMatchObject({
    code: "host-refused",
    message: "Restate did not take session s: 500 out of disk.",
  })
  await expect(api().register("http://workers:9080")).rejects.toMatchObject({
    code: "host-refused",
    message: expect.stringContaining("could not register the workers at http://workers:9080: 500 out of disk"),
  })
})

it("a run that has ended before it could be killed is no failure", async () => {
  answer = { status: 404, body: "" }
  await api().kill("inv_1")
  expect(asked).toEqual(["PATCH /invocations/inv_1/kill Bearer t"])
})

it("says where Restate does not answer, and what to do", async () => {
  const options = { ingress: "http://127.0.0.1:1", admin: "http://127.0.0.1:2" }
  const away = new RestateApi(readOptions(options))
  await expect(away.send("s", {})).rejects.toMatchObject({
    code: "host-unreachable",
    message: expect.stringMatching(
      /^Restate does not answer at http:\/\/127.0.0.1:1 \(.+\)\. Start it, or correct "ingress"\./,
    ),
  })
  await expect(away.running("s")).rejects.toThrow("at http://127.0.0.1:2")
})
