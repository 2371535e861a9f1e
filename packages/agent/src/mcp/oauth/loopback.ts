// The address on this machine that a browser is sent back to after a login. It accepts one answer, with the right state.
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Loopback {
  readonly redirectUrl: string
  readonly port: number
  /** The parameters that the authorisation server sent back. */
  readonly answer: Promise<URLSearchParams>
  close(): void
}

/** `port`: the one that the authorisation server knows, if it is free; otherwise any free port. */
export async function loopback(state: string, port = 0): Promise<Loopback> {
  let settle: (params: URLSearchParams) => void = () => {}
  const answer = new Promise<URLSearchParams>((resolve) => {
    settle = resolve
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1")
    // Any page in the browser may send a request here: without the state it does not come from our login page.
    const isOurs = url.pathname === PATH && url.searchParams.get("state") === state
    if (!isOurs) return respond(response, 404, "There is nothing here.")
    const failed = url.searchParams.has("error")
    respond(response, failed ? 400 : 200, failed ? "The login failed." : "You are logged in.")
    settle(url.searchParams)
  })
  const taken = await listen(server, port).catch(() => listen(server, 0))
  return {
    redirectUrl: `http://127.0.0.1:${taken}${PATH}`,
    port: taken,
    answer,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const PATH = "/callback"

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject)
      resolve((server.address() as AddressInfo).port) // It listens on a port.
    })
  })
}

function respond(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" })
  response.end(`${words} You can close this window and go back to Pawl.\n`)
}
