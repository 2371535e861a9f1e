// The smaller files of deploy/, each checked by the program that reads it: balancers, alerts, variables.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { haproxyProgram, RUNS_HERE } from "../restate/engine.ts"
import { all, at, DEPLOY, manifests, read, type Tree, yamlIn } from "./files.ts"

describe.skipIf(!RUNS_HERE)("the balancers", () => {
  it.each(["workers", "servers"])("%s.cfg is accepted by haproxy", (name) => {
    const env = { PAWL_WORKERS: "worker:9080", PAWL_SERVERS: "server:7295" }
    const { status, stderr } = spawnSync(haproxyProgram(), ["-c", "-f", `${DEPLOY}haproxy/${name}.cfg`], { env })
    expect([status, String(stderr)]).toEqual([0, expect.not.stringMatching(/ALERT|WARNING/)])
  })

  const guide = readFileSync(fileURLToPath(new URL("../../docs/guide/restate.md", import.meta.url)), "utf8")

  it("spreads runs as the guide says", () => {
    const backend = (text: string) => text.slice(text.indexOf("\nbackend workers"), text.indexOf("rise 1")).split("\n")
    const bare = (text: string) =>
      backend(text)
        .map((line) => line.trim().replace("check check-proto h2 inter", "check inter"))
        .filter((line) => line !== "" && !line.startsWith("#"))
    expect(bare(read("haproxy/workers.cfg"))).toEqual(bare(guide))
  })

  it("takes out a worker that hangs soon enough for others to go on within two seconds, and not one that pauses", () => {
    const settings = read("haproxy/workers.cfg")
    const [, inter, fall] = / inter (\d+)ms downinter \d+ms fall (\d+)/.exec(settings) ?? []
    // haproxy waits for each answer as long as between two checks, whatever "timeout check" says.
    const [every, times] = [Number(inter), Number(fall)]
    const leastMs = (2 * times - 1) * every
    expect(leastMs).toBeGreaterThanOrEqual(900)
    expect(leastMs + every).toBeLessThanOrEqual(1300)
    expect(settings).toContain(`timeout check ${inter}ms`)
    for (const page of [guide, read("README.md")]) expect(page).toContain(inSeconds(leastMs, leastMs + every))
  })
})

function inSeconds(from: number, to: number): string {
  return `${(from / 1000).toFixed(1)} to ${(to / 1000).toFixed(1)} seconds`
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

  it.skipIf(process.platform !== "linux").each([
    ["check", "rules", "alerts.yml"],
    ["test", "rules", "alerts.test.yml"],
    ["check", "config", "prometheus.yml"],
  ])("pass promtool %s %s %s", (...words) => {
    const { status, stdout } = spawnSync(promtool(), words, { cwd: `${DEPLOY}prometheus`, encoding: "utf8" })
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

function promtool(): string {
  const brought = fileURLToPath(new URL("../../node_modules/.cache/pawl-tests/promtool", import.meta.url))
  if (existsSync(brought)) return brought
  if (spawnSync("promtool", ["--version"]).status === 0) return "promtool"
  throw new Error('promtool is missing. Run "sh scripts/promtool.sh", or install the package prometheus.')
}
