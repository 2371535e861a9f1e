// Names and ports of different files in deploy/ fit together; and whoever changes only one of them hears of it.
import { describe, expect, it } from "vitest"
import { at, manifests, read, type Tree, yamlIn } from "./files.ts"
import { addressOf } from "./fits/addresses.ts"
import { type Composed, composeMisfits } from "./fits/compose.ts"
import { type Cluster, kubernetesMisfits } from "./fits/kubernetes.ts"

const config = (): Tree => JSON.parse(read("config.json"))
const cluster = (): Cluster => ({ manifests: manifests(), config: config(), haproxy: read("haproxy/workers.cfg") })
const composed = (): Composed => ({
  compose: structuredClone(yamlIn("compose.yaml")),
  config: config(),
  haproxy: {
    "./haproxy/workers.cfg": read("haproxy/workers.cfg"),
    "./haproxy/servers.cfg": read("haproxy/servers.cfg"),
  },
  prometheus: yamlIn("prometheus/prometheus.yml"),
  grafana: yamlIn("grafana/provisioning/datasources/prometheus.yaml"),
})

type Path = readonly (string | number)[]

/** Another value at a place that has one. */
function change(tree: unknown, path: Path, to: unknown): void {
  const place = at(tree, ...path.slice(0, -1)) as Record<string | number, unknown>
  const key = path.at(-1) ?? ""
  if (place?.[key] === undefined) throw new Error(`There is nothing at ${path.join(".")}.`)
  place[key] = to
}

const POD = ["spec", "template", "spec", "containers", 0] as const

describe("deploy/kubernetes", () => {
  it("has addresses, ports and labels that fit together", () => {
    expect(kubernetesMisfits(cluster())).toEqual([])
  })

  const of = (kind: string, name: string, path: Path, to: unknown) => (changed: Cluster) =>
    change(
      changed.manifests.find((each) => each.kind === kind && each.metadata.name === name),
      path,
      to,
    )
  it.each<[string, (changed: Cluster) => unknown, string]>([
    [
      "a worker listens elsewhere",
      of("Deployment", "pawl-worker", [...POD, "ports", 0, "containerPort"], 9081),
      "PAWL_WORKERS of pawl-balancer leads nowhere: pawl-workers.pawl.svc.cluster.local:9080",
    ],
    [
      "a policy opens another port",
      of("NetworkPolicy", "to-postgres", ["spec", "ingress", 0, "ports", 0, "port"], 5433),
      "NetworkPolicy to-postgres opens 5433, which its pods do not have",
    ],
    [
      "the host of the database is misspelt",
      of("ConfigMap", "pawl-settings", ["data", "PAWL_DATABASE"], "postgres://a@postgre.pawl.svc.cluster.local:5432/b"),
      "PAWL_DATABASE of pawl-worker leads nowhere: postgre.pawl.svc.cluster.local:5432",
    ],
    [
      "the balancer is misspelt",
      of(
        "ConfigMap",
        "pawl-settings",
        ["data", "PAWL_WORKERS_ADDRESS"],
        "http://pawl-balancr.pawl.svc.cluster.local:9080",
      ),
      "PAWL_WORKERS_ADDRESS of pawl-worker leads nowhere: pawl-balancr.pawl.svc.cluster.local:9080",
    ],
    [
      "the namespace is another one",
      of("ConfigMap", "pawl-settings", ["data", "PAWL_RESTATE_ADMIN"], "http://restate.paul.svc.cluster.local:9070"),
      "PAWL_RESTATE_ADMIN of pawl-worker leads nowhere: restate.paul.svc.cluster.local:9070",
    ],
    [
      "numbers are told on another port",
      of("ConfigMap", "pawl-settings", ["data", "PAWL_METRICS"], "0.0.0.0:9465"),
      "pawl-worker does not listen on its port 9464",
    ],
    [
      "the database of the migration has another port",
      of("Job", "pawl-migrate", [...POD, "env", 0, "value"], "postgres://o@postgres.pawl.svc.cluster.local:5433/pawl"),
      "PAWL_DATABASE of pawl-migrate leads nowhere: postgres.pawl.svc.cluster.local:5433",
    ],
    [
      "a Service selects nobody",
      of("Service", "restate", ["spec", "selector"], { "app.kubernetes.io/name": "restat" }),
      "Service restate selects no pods",
    ],
    [
      "a Service leads to a port without a name",
      of("Service", "pawl", ["spec", "ports", 0, "targetPort"], "web"),
      "Service pawl leads to web, which its pods do not have",
    ],
    [
      "a Service has another port",
      of("Service", "restate", ["spec", "ports", 1, "port"], 9071),
      "PAWL_RESTATE_ADMIN of pawl-worker leads nowhere: restate.pawl.svc.cluster.local:9070",
    ],
    [
      "a probe asks another port",
      of("Deployment", "pawl-server", [...POD, "livenessProbe", "httpGet", "port"], "metric"),
      "pawl-server is probed on metric",
    ],
    [
      "numbers are asked for elsewhere",
      of("Deployment", "pawl-balancer", ["spec", "template", "metadata", "annotations", "prometheus.io/port"], "8405"),
      "pawl-balancer is scraped on 8405",
    ],
    [
      "a policy lets in a stranger",
      of("NetworkPolicy", "to-workers", ["spec", "ingress", 0, "from", 0, "podSelector", "matchLabels"], { a: "b" }),
      'NetworkPolicy to-workers lets in nobody: {"a":"b"}',
    ],
    [
      "the configuration listens elsewhere",
      (changed) => change(changed.config, ["restate", "listen"], 9081),
      "pawl-worker does not listen on its port 9080",
    ],
    [
      "a variable of the configuration is not set",
      of("ConfigMap", "pawl-settings", ["data", "PAWL_MODEL"], undefined),
      "pawl-worker is not told PAWL_MODEL",
    ],
  ])("does not fit when %s", (_what, breaks, says) => {
    const changed = cluster()
    breaks(changed)
    expect(kubernetesMisfits(changed)).toContain(says)
  })

  it("does not fit when the balancer listens elsewhere", () => {
    const misfits = kubernetesMisfits({
      ...cluster(),
      haproxy: read("haproxy/workers.cfg").replace("bind :9080", "bind :9090"),
    })
    expect(misfits).toEqual(["pawl-balancer does not listen on its port 9080"])
  })
})

describe("deploy/compose.yaml", () => {
  it("has addresses and ports that fit together", () => {
    expect(composeMisfits(composed())).toEqual([])
  })

  const service = (name: string, path: Path, to: unknown) => (changed: Composed) =>
    change(changed.compose, ["services", name, ...path], to)
  it.each<[string, (changed: Composed) => unknown, string]>([
    [
      "the workers are misspelt",
      service("workers", ["environment", "PAWL_WORKERS"], "workr:9090"),
      "PAWL_WORKERS of workers leads nowhere: workr:9090",
    ],
    [
      "the workers listen elsewhere",
      (changed) => change(changed.config, ["restate", "listen"], 9081),
      "PAWL_WORKERS of workers leads nowhere: worker:9080",
    ],
    [
      "the servers listen elsewhere",
      service("server-1", ["command"], ["serve", "--port", "80"]),
      "PAWL_SERVERS of web leads nowhere: server:7295",
    ],
    [
      "the database is in another network",
      service("postgres", ["networks"], ["outside"]),
      "PAWL_DATABASE of migrate leads nowhere: postgres:5432",
    ],
    ["another port is published", service("web", ["ports", 0], "127.0.0.1:8080:80"), "web is asked on 80"],
    [
      "a health check asks elsewhere",
      service("workers", ["healthcheck", "test"], ["CMD", "wget", "http://127.0.0.1:8405/healthz"]),
      "workers is asked on 8405",
    ],
    [
      "Prometheus asks elsewhere",
      (changed) => change(changed.prometheus, ["scrape_configs", 0, "dns_sd_configs", 0, "port"], 9465),
      "prometheus asks worker:9465",
    ],
    [
      "the dashboard asks elsewhere",
      (changed) => change(changed.grafana, ["datasources", 0, "url"], "http://prometeus:9090"),
      "grafana asks prometeus:9090",
    ],
  ])("does not fit when %s", (_what, breaks, says) => {
    const changed = composed()
    breaks(changed)
    expect(composeMisfits(changed)).toContain(says)
  })

  it("does not fit when a balancer listens elsewhere", () => {
    const { haproxy, ...rest } = composed()
    const workers = read("haproxy/workers.cfg").replace("bind :9080", "bind :9090")
    const misfits = composeMisfits({ ...rest, haproxy: { ...haproxy, "./haproxy/workers.cfg": workers } })
    expect(misfits).toContain("PAWL_WORKERS_ADDRESS of worker-1 leads nowhere: workers:9080")
  })
})

it.each([
  ["http://a.b:80/c", { host: "a.b", port: 80 }],
  ["postgres://me@db/name?sslmode=require", { host: "db", port: 5432 }],
  ["db:5432", { host: "db", port: 5432 }],
  ["anthropic:claude-sonnet-4-5", undefined],
  ["/data", undefined],
  ["10000", undefined],
])("reads %s as the address %o", (value, address) => {
  expect(addressOf(value)).toEqual(address)
})
