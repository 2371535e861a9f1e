// The WebSocket: the same requests and the same events as over HTTP, on one connection.
import { type HttpBindings, upgradeWebSocket } from "@hono/node-server"
import type { Context } from "hono"
import type { WebSocket } from "ws"
import { ACCESS } from "../access/table.ts"
import type { App } from "../app.ts"
import { HttpError } from "../http/envelope.ts"
import type { Env, Route } from "../http/route.ts"
import type { Services } from "../services.ts"
import { Connection } from "../socket/connection.ts"

const { path } = ACCESS["events.socket"]

const socket: Route = {
  name: "events.socket",
  register(app, services) {
    describe(app)
    app.get(
      path,
      upgradeWebSocket((c: Context<Env>) => {
        let connection: Connection | undefined
        return {
          onOpen: (_event, { raw }) => {
            connection = connect(raw as WebSocket, c, app, services)
          },
          onMessage: ({ data }) => connection?.receive(data),
        }
      }),
      () => {
        throw new HttpError(426, "upgrade-required", "This is a WebSocket. Connect with ws: or wss:.", {
          headers: { upgrade: "websocket" },
        })
      },
    )
  },
}

function connect(raw: WebSocket, c: Context<Env>, app: App, services: Services): Connection {
  const { incoming } = c.env as unknown as HttpBindings
  return new Connection(raw, {
    app,
    services,
    url: c.req.url,
    headers: c.req.raw.headers,
    env: { incoming },
    principal: c.get("principal"),
    trace: c.get("trace"),
  })
}

function describe(app: App): void {
  app.openAPIRegistry.registerPath({
    method: "get",
    path,
    operationId: "events.socket",
    tags: ["events"],
    summary: "A WebSocket with the same requests and events.",
    description:
      "Subprotocol `pawl`; where no Authorization header can be sent, the token as a second subprotocol, `pawl.bearer.TOKEN`. " +
      "Frames: `{id, method, path, body}` is answered by `{id, status, body}`; `{id, follow: session, after}` by `{id, event}` " +
      "until `{id, end: true}`; `{id, followAll: true}` likewise for the rows of all sessions; `{id, stop: true}` ends a stream.",
    responses: { 101: { description: "Switching protocols." }, 426: { description: "Not a WebSocket." } },
  })
}

export const socketRoutes = [socket]
