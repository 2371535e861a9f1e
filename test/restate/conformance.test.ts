// What every host must do, done by Restate: a real server, a real balancer, real workers.
import { afterAll, it } from "vitest"
import { hostConformance } from "../host/host-conformance.ts"
import { RestateServer, RUNS_HERE } from "./engine.ts"
import { RestateShop } from "./shop.ts"

let server: Promise<RestateServer> | undefined

afterAll(async () => {
  await (await server)?.close()
})

async function openShop(): Promise<RestateShop> {
  server ??= RestateServer.start()
  return RestateShop.open(await server)
}

if (RUNS_HERE) hostConformance("Restate over SQLite", openShop)
else it.skip("Restate over SQLite needs Linux on x64", () => {})
