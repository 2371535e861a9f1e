// A browser cannot send an Authorization header with a WebSocket: the token then comes as a second subprotocol, never in the
// address, which ends up in logs. It is moved to where every other request has it, before anything else looks.
import type { IncomingMessage } from "node:http"

export const PROTOCOL = "pawl"
const BEARER = "pawl.bearer."

export function liftToken(request: Request, { headers }: Pick<IncomingMessage, "headers">): void {
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((each) => each.trim())
  const token = offered.find((each) => each.startsWith(BEARER))?.slice(BEARER.length)
  if (token === undefined) return
  headers["sec-websocket-protocol"] = offered.filter((each) => !each.startsWith(BEARER)).join(", ")
  request.headers.set("sec-websocket-protocol", headers["sec-websocket-protocol"])
  if (!request.headers.has("authorization")) request.headers.set("authorization", `Bearer ${token}`)
}
