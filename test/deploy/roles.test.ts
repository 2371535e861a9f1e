// deploy/postgres/roles.sh on a real PostgreSQL: what the two roles may, and who gets to see their passwords.
import { spawnSync } from "node:child_process"
import { createHash, createHmac, pbkdf2Sync } from "node:crypto"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { hasServer } from "../../packages/postgres/src/__fixtures__/server.ts"
import { emptyDatabase } from "../../packages/postgres/src/__fixtures__/shared-server.ts"
import { postgres } from "../../packages/postgres/src/postgres.ts"
import { DEPLOY } from "./files.ts"

const PASSWORDS = { PAWL_OWNER_PASSWORD: "own'ed", PAWL_APP_PASSWORD: "app$1" }

describe.skipIf(!hasServer())("the roles", () => {
  let url: string
  let folder: string
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "pawl-roles-"))
    url = await emptyDatabase()
    // As "ps" would show it to everybody.
    const psql = `#!/bin/sh\necho "$*" > ${folder}/called\nPATH='${process.env.PATH}' exec psql "$@"\n`
    writeFileSync(join(folder, "psql"), psql)
    chmodSync(join(folder, "psql"), 0o755)
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true })
    // Roles belong to the whole server, which other tests use.
    await asked("drop owned by pawl_app; drop owned by pawl_owner; drop role pawl_app; drop role pawl_owner")
  })

  function makeRoles(): void {
    const { pathname, searchParams } = new URL(url)
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      PGHOST: searchParams.get("host") ?? "",
      POSTGRES_USER: "pawl",
      POSTGRES_DB: pathname.slice(1),
      ...PASSWORDS,
    }
    const { status, stderr } = spawnSync("sh", [`${DEPLOY}postgres/roles.sh`], { env, encoding: "utf8" })
    expect([status, stderr]).toEqual([0, ""])
  }

  async function asked(statements: string): Promise<readonly Readonly<Record<string, string>>[]> {
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query(statements)
    await client.end()
    return rows
  }

  it("let one own the tables, and the other work with them", async () => {
    makeRoles()
    const as = (role: string) => url.replace("pawl@", `${role}@`)
    await expect(postgres(as("pawl_app"))).rejects.toThrow("Give this role the rights")
    await (await postgres(as("pawl_owner"))).close()
    const store = await postgres(as("pawl_app"))
    await store.records.put("kind", "key", 1)
    expect((await store.records.get("kind", "key"))?.value).toBe(1)
    await store.close()
  })

  it("have the passwords of the environment, which nobody sees in a list of processes", async () => {
    makeRoles()
    const called = readFileSync(join(folder, "called"), "utf8")
    expect(called).toContain("--username pawl")
    for (const password of Object.values(PASSWORDS)) expect(called).not.toContain(password)
    const rows = await asked("select rolname, rolpassword from pg_authid where rolname like 'pawl_%' order by rolname")
    expect(rows.map(({ rolname }) => rolname)).toEqual(["pawl_app", "pawl_owner"])
    const [app = {}, owner = {}] = rows
    expect(isPassword(PASSWORDS.PAWL_APP_PASSWORD, app.rolpassword ?? "")).toBe(true)
    expect(isPassword(PASSWORDS.PAWL_OWNER_PASSWORD, owner.rolpassword ?? "")).toBe(true)
  })
})

/** The tests' server asks nobody for a password, so it is compared with what is stored: SCRAM-SHA-256$rounds:salt$key:key. */
function isPassword(password: string, stored: string): boolean {
  const [, rounds, salt = "", key] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):/.exec(stored) ?? []
  const salted = pbkdf2Sync(password, Buffer.from(salt, "base64"), Number(rounds), 32, "sha256")
  const client = createHmac("sha256", salted).update("Client Key").digest()
  return createHash("sha256").update(client).digest("base64") === key
}
