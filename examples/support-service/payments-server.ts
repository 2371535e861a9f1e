// Stands in for a payment provider. It makes every refund that it is asked for, also the same one twice: not to ask
// twice is up to its client.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import type { Refund } from "./payments.ts"

const refunds: Refund[] = []
/** How long a client waits for the answer after the money has moved. Kill the service meanwhile. */
const slowMs = Number(process.env.SLOW_MS ?? 0)

const server = createServer(async (request, response) => {
  const key = decodeURIComponent(request.url?.split("/")[2] ?? "")
  if (request.method === "POST") {
    const asked = (await json(request)) as Refund
    refunds.push(asked)
    console.log(`Refunded order ${asked.order} for ${request.headers["user-agent"]}.`)
    setTimeout(() => response.writeHead(201).end(), slowMs)
  } else if (key === "") response.end(JSON.stringify(refunds))
  else response.writeHead(refunds.some((refund) => refund.key === key) ? 200 : 404).end()
})

server.listen(Number(process.env.PORT ?? 4000), "127.0.0.1", () => {
  console.log(`Payments on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
