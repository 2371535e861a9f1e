// Whoever reaches the port of a worker could have sessions run: with a key, only Restate can.
import { generateKeyPairSync } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:http2"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { restateHost } from "../../packages/restate/src/restate-host.ts"
import { eventually } from "../host/workers.ts"
import { RestateServer, RUNS_HERE } from "./engine.ts"

it.skipIf(!RUNS_HERE)("a worker with a key runs what Restate has signed, and refuses all else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pawl-signing-"))
  const { publicKey, privateKey } = generateKeyPairSync("ed25519")
  const file = join(folder, "key.pem")
  writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }))
  const server = await RestateServer.start(file)
  const { ingress, admin } = server
  const host = restateHost({ ingress, admin, listen: 0, identityKeys: [nameOf(publicKey.export({ format: "jwk" }).x)] })
  const run: string[] = []
  const serving = await host.serve(async (session) => {
    run.push(session)
    return { state: "idle" }
  })
  try {
    await host.wake("signed")
    await eventually("it runs", () => run.length === 1)
    expect(await statusOf(host.url, "/invoke/session/run")).toBe(401)
    expect(await statusOf(host.url, "/discover")).toBe(401)
    expect(await statusOf(host.url, "/health")).toBe(200)
    expect(run).toEqual(["signed"])
  } finally {
    await serving.drain({ deadlineMs: 0 })
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The status of an answer to a request without a signature. */
function statusOf(url = "", path: string): Promise<number | undefined> {
  const client = connect(url)
  return new Promise((resolve, reject) => {
    const request = client.request({ ":path": path, ":method": path.startsWith("/invoke") ? "POST" : "GET" })
    request.once("response", (headers) => {
      resolve(headers[":status"])
      client.close()
    })
    request.once("error", reject)
    request.resume()
    request.end()
  })
}

const DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** As Restate writes public keys. */
function nameOf(raw = ""): string {
  const bytes = [...Buffer.from(raw, "base64url")]
  const zeros = bytes.findIndex((byte) => byte !== 0)
  let rest = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let written = ""
  for (; rest > 0n; rest /= 58n) written = `${DIGITS[Number(rest % 58n)]}${written}`
  return `publickeyv1_${"1".repeat(zeros)}${written}`
}
