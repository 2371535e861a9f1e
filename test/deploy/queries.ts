// The queries of the dashboard and of the alerts, and which metrics with which labels they name.
import { all, read, yamlIn } from "./files.ts"

export const dashboardQueries = (): readonly string[] => all(JSON.parse(read("grafana/pawl.json")), "expr").map(String)

export const alertQueries = (): readonly string[] => all(yamlIn("prometheus/alerts.yml"), "expr").map(String)

/** Labels that Prometheus adds itself. */
const ADDED = new Set(["job", "instance"])

/** A query groups by labels of all its metrics. */
export function metricsIn(query: string): readonly { readonly name: string; readonly labels: readonly string[] }[] {
  const names = new Set(query.match(/\b(?:pawl|process)_\w+/g))
  const groups = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(", "))
  const filters = [...query.matchAll(/[{,](\w+)[=!]/g)].map(([, label = ""]) => label)
  const labels = [...new Set([...groups, ...filters])].filter((label) => !ADDED.has(label))
  return [...names].map((name) => ({ name, labels }))
}
