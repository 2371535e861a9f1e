// The smaller files of deploy/, each checked by the program that reads it: balancers, roles, alerts, variables.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { describe, expect, it } from "vitest"
import { hasServer } from "../../packages/postgres/src/__fixtures__/server.ts"
import { emptyDatabase } from "../../packages/postgres/src/__fixtures__/shared-server.ts"
import { postgres } from "../../packages/postgres/src/postgres.ts"
import { haproxyProgram, RUNS_HERE } from "../restate/engine.ts"
import { all, at, DEPLOY, manifests, read, type Tree, yamlIn } from "./files.ts"

const PROMTOOL = "/usr/bin/promtool"

describe.skipIf(!RUNS_HERE)("the balancers", () => {
  it.each(["workers", "servers"])("%s.cfg is accepted by haproxy", (name) => {
    const env = { PAWL_WORKERS: "worker:9080", PAWL_SERVERS: "server:7295" }
    const { status, stderr } = spawnSync(haproxyProgram(), ["-c", "-f", `${DEPLOY}haproxy/${name}.cfg`], { env })
    expect([status, String(stderr)]).toEqual([0, expect.not.stringMatching(/ALERT|WARNING/)])
  })

  it("spreads runs as the guide says", () => {
    const guide = readFileSync(fileURLToPath(new URL("../../docs/guide/restate.md", import.meta.url)), "utf8")
    const backend = (text: string) => text.slice(text.indexOf("\nbackend workers"), text.indexOf("rise 1")).split("\n")
    const bare = (text: string) =>
      backend(text)
        .map((line) => line.trim())
        .filter((line) => line !== "" && !line.startsWith("#"))
    expect(bare(read("haproxy/workers.cfg")).slice(0, -1)).toEqual(bare(guide).slice(0, -1))
  })
})

describe.skipIf(!hasServer())("the roles", () => {
  it("let one own the tables, and the other work with them", async () => {
    const url = await emptyDatabase()
    const { pathname, searchParams } = new URL(url)
    const env = {
      PATH: process.env.PATH ?? "",
      PGHOST: searchParams.get("host") ?? "",
      POSTGRES_USER: "pawl",
      POSTGRES_DB: pathname.slice(1),
      PAWL_OWNER_PASSWORD: "own'ed",
      PAWL_APP_PASSWORD: "app",
    }
    const { status, stderr } = spawnSync("sh", [`${DEPLOY}postgres/roles.sh`], { env, encoding: "utf8" })
    expect([status, stderr]).toEqual([0, ""])
    const as = (role: string) => url.replace("pawl@", `${role}@`)
    await expect(postgres(as("pawl_app"))).rejects.toThrow("Give this role the rights")
    await (await postgres(as("pawl_owner"))).close()
    const store = await postgres(as("pawl_app"))
    await store.records.put("kind", "key", 1)
    expect((await store.records.get("kind", "key"))?.value).toBe(1)
    await store.close()
    await forget(url)
  })
})

/** Roles belong to the whole server, which other tests use. */
async function forget(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query("drop owned by pawl_app; drop owned by pawl_owner; drop role pawl_app; drop role pawl_owner")
  await client.end()
}

describe("the alerts", () => {
  it("say what is the matter and how grave it is", () => {
    const rules = at(yamlIn("prometheus/alerts.yml"), "groups", 0, "rules") as Tree[]
    expect(rules.length).toBeGreaterThan(8)
    for (const rule of rules) {
      expect(["warning", "critical"]).toContain(at(rule, "labels", "severity"))
      expect([at(rule, "annotations", "summary"), at(rule, "annotations", "description")]).not.toContain(undefined)
    }
  })

  it.skipIf(!existsSync(PROMTOOL)).each([
    ["check", "rules", "alerts.yml"],
    ["test", "rules", "alerts.test.yml"],
    ["check", "config", "prometheus.yml"],
  ])("pass promtool %s %s %s", (...words) => {
    const { status, stdout } = spawnSync(PROMTOOL, words, { cwd: `${DEPLOY}prometheus`, encoding: "utf8" })
    expect([status, stdout]).toEqual([0, expect.stringContaining("SUCCESS")])
  })
})

it("every variable that the manifests set is one that the program or the configuration reads", () => {
  const settings = manifests().find(({ kind }) => kind === "ConfigMap")?.data as Tree
  const listed = all(
    manifests().filter(({ file }) => !file.includes("postgres")),
    "env",
  ).flat() as Tree[]
  const ours = Object.values(yamlIn("compose.yaml").services as Tree).filter((each) =>
    at(each, "environment", "PAWL_METRICS"),
  )
  const names = new Set([
    ...Object.keys(settings),
    ...listed.map(({ name }) => String(name)),
    ...ours.flatMap((each) => Object.keys(at(each, "environment") as Tree)),
  ])
  const help = readFileSync(fileURLToPath(new URL("../../packages/cli/src/line/help.ts", import.meta.url)), "utf8")
  const known = `${help} ${read("config.json")} ${read("haproxy/workers.cfg")}`
  const unknown = [...names].filter((name) => name.startsWith("PAWL_") && !known.includes(name))
  expect(unknown).toEqual([])
})
