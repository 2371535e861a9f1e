// Takes connections that become WebSockets.
import type { WebSocketServerLike } from "@hono/node-server"
import { WebSocketServer } from "ws"
import { PROTOCOL } from "./token.ts"

/** The largest frame that a client may send: a message with attachments. */
const MOST_FRAME_BYTES = 32 * 1024 * 1024

export function acceptSockets(): WebSocketServerLike {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(PROTOCOL) && PROTOCOL,
  })
  // The types of ws leave out what it was given just now.
  return server as WebSocketServerLike
}
