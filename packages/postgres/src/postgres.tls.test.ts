// Connections over TLS: what the url says about certificates is what is checked.
import { execFileSync } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { create } from "../../agent/src/store/conformance/data.ts"
import { freePort } from "./__fixtures__/free-port.ts"
import { hasServer, PostgresServer } from "./__fixtures__/server.ts"
import { postgres } from "./postgres.ts"

describe.skipIf(!hasServer())("a PostgreSQL with TLS", () => {
  let server: PostgresServer
  let port: number
  let authority: string
  let stranger: string

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-pg-"))
    authority = certify(folder, "authority")
    stranger = certify(folder, "stranger")
    const [key, certificate] = [join(folder, "authority.key"), authority]
    port = await freePort()
    const settings = ["ssl=on", `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`]
    server = new PostgresServer(folder, { settings, port })
    for (const path of [key, certificate]) server.own(path)
    await server.start()
  })
  afterAll(() => server.remove())

  /** Over TCP: a Unix socket has no TLS. */
  const open = (host: string, how: string) => postgres(`postgres://pawl@${host}:${port}/postgres?${how}`)
  const trusting = (file: string, mode = "verify-full") => `sslmode=${mode}&sslrootcert=${encodeURIComponent(file)}`

  it("stores over a connection whose certificate and name are checked", async () => {
    const store = await open("localhost", trusting(authority))
    await create(store, "secret")
    expect(await encrypted(server)).toBeGreaterThanOrEqual(1)
    await store.close()
  })

  it.each([
    ["an authority that did not sign it", "localhost", () => trusting(stranger)],
    ["a host that it does not name", "127.0.0.1", () => trusting(authority)],
  ])("refuses a certificate with %s", async (_, host, how) => {
    await expect(open(host, how())).rejects.toMatchObject({ code: "store-failed" })
  })

  it.each(["prefer", "require", "verify-ca"])("sslmode=%s is no weaker than verify-full", async (mode) => {
    await (await open("localhost", trusting(authority, mode))).close()
    await expect(open("localhost", `sslmode=${mode}`)).rejects.toThrow(/its certificate is not accepted/)
    await expect(open("localhost", trusting(stranger, mode))).rejects.toThrow(/its certificate is not accepted/)
    await expect(open("127.0.0.1", trusting(authority, mode))).rejects.toThrow(/its certificate is for another name/)
  })

  it("encrypts without a look at the certificate only for those who say so", async () => {
    const before = await encrypted(server)
    const unchecked = await open("localhost", "sslmode=no-verify")
    await unchecked.sessions.list()
    expect(await encrypted(server)).toBeGreaterThan(before)
    await unchecked.close()
  })
})

/** How many of the server's connections are encrypted. */
async function encrypted(server: PostgresServer): Promise<number> {
  const client = new pg.Client(server.url("postgres"))
  await client.connect()
  const { rows } = await client.query("select count(*)::int as at from pg_stat_ssl where ssl")
  await client.end()
  return Number(rows[0]?.at)
}

/** A certificate for localhost that signs itself; returns its file. */
function certify(folder: string, name: string): string {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
  const made = ["-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost"]
  const about = ["-addext", "subjectAltName=DNS:localhost"]
  const algorithm = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
  execFileSync("openssl", ["req", "-x509", ...algorithm, "-nodes", ...made, ...about], { stdio: "ignore" })
  return certificate
}
