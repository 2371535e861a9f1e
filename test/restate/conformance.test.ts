// What every host must do, done by Restate: a real server, a real balancer, real workers.
import { afterAll } from "vitest"
import { hostConformance } from "../host/host-conformance.ts"
import { RestateServer } from "./engine.ts"
import { RestateShop } from "./shop.ts"

let server: Promise<RestateServer> | undefined

afterAll(async () => {
  await (await server)?.close()
})

hostConformance("Restate over SQLite", async () => {
  server ??= RestateServer.start()
  return RestateShop.open(await server)
})
