// Whether names and ports of the manifests fit together: addresses lead to Services, Services to pods, and pods listen there.
import { at, type Manifest, type Tree } from "../files.ts"
import { type Address, addressesIn, isOwn, listenedBy, unset } from "./addresses.ts"

export interface Cluster {
  readonly manifests: readonly Manifest[]
  readonly config: Tree
  /** The configuration of the balancer before the workers. */
  readonly haproxy: string
}

interface Pod {
  readonly name: string
  readonly labels: Tree
  readonly annotations: Tree
  readonly containers: readonly Container[]
}

interface Container {
  readonly ports: readonly { readonly name?: string; readonly containerPort: number }[]
  readonly probes: readonly (string | number)[]
  readonly variables: Tree
  readonly isOurs: boolean
  readonly listens: readonly number[]
}

/** What does not fit, in sentences. */
export function kubernetesMisfits(cluster: Cluster): readonly string[] {
  const pods = podsOf(cluster)
  return [
    ...pods.flatMap((pod) => podMisfits(pod, cluster)),
    ...pods.flatMap((pod) => pod.containers.flatMap((each) => addressMisfits(pod, each, { cluster, pods }))),
    ...ofKind(cluster, "Service").flatMap((service) => serviceMisfits(service, pods)),
    ...ofKind(cluster, "NetworkPolicy").flatMap((policy) => policyMisfits(policy, pods)),
  ]
}

function ofKind({ manifests }: Cluster, kind: string): readonly Manifest[] {
  return manifests.filter((each) => each.kind === kind)
}

function podsOf(cluster: Cluster): readonly Pod[] {
  return cluster.manifests.flatMap((each) => {
    const template = at(each, "spec", "template")
    if (template === undefined) return []
    const containers = (at(template, "spec", "containers") as Tree[]).map((one) => containerOf(one, template, cluster))
    const labels = (at(template, "metadata", "labels") ?? {}) as Tree
    const annotations = (at(template, "metadata", "annotations") ?? {}) as Tree
    return [{ name: each.metadata.name, labels, annotations, containers }]
  })
}

function containerOf(container: Tree, template: unknown, cluster: Cluster): Container {
  const { image, args = [], ports = [], env = [], envFrom = [] } = container
  const maps = (envFrom as Tree[]).map((each) => at(each, "configMapRef", "name"))
  const settings = ofKind(cluster, "ConfigMap").filter(({ metadata }) => maps.includes(metadata.name))
  const own = (env as Tree[]).filter(({ value }) => value !== undefined)
  const variables = Object.assign(
    {},
    ...settings.map(({ data }) => data),
    Object.fromEntries(own.map(({ name, value }) => [name, value])),
  ) as Tree
  const mounted = (at(template, "spec", "volumes") as Tree[]).map((each) => at(each, "configMap", "name"))
  const probes = ["startupProbe", "readinessProbe", "livenessProbe"].map((name) =>
    at(container, name, "httpGet", "port"),
  )
  const haproxy = mounted.includes("pawl-haproxy") ? cluster.haproxy : undefined
  const program = { image: String(image), words: args as string[], variables, config: cluster.config, haproxy }
  return {
    ports: ports as Container["ports"],
    probes: probes.filter((port) => typeof port === "string" || typeof port === "number"),
    variables,
    isOurs: mounted.includes("pawl-config"),
    listens: listenedBy(program),
  }
}

function podMisfits({ name, annotations, containers }: Pod, { config }: Cluster): readonly string[] {
  const scraped = annotations["prometheus.io/port"]
  const isScraped =
    scraped === undefined || containers.some(({ ports }) => portOf(ports, Number(scraped)) !== undefined)
  return [
    ...containers.flatMap(({ ports, probes, listens, variables, isOurs }) => [
      ...ports
        .filter(({ containerPort }) => !listens.includes(containerPort))
        .map(({ containerPort }) => `${name} does not listen on its port ${containerPort}`),
      ...probes.filter((port) => portOf(ports, port) === undefined).map((port) => `${name} is probed on ${port}`),
      ...(isOurs ? unset(config, variables) : []).map((variable) => `${name} is not told ${variable}`),
    ]),
    ...(isScraped ? [] : [`${name} is scraped on ${scraped}`]),
  ]
}

interface Around {
  readonly cluster: Cluster
  readonly pods: readonly Pod[]
}

function addressMisfits({ name }: Pod, { variables, ports }: Container, { cluster, pods }: Around): readonly string[] {
  const listens = ports.length > 0
  return addressesIn(variables).flatMap(({ variable, ...address }) => {
    const reached = isOwn(address.host)
      ? !listens || portOf(ports, address.port) !== undefined
      : isReached(address, cluster, pods)
    return reached ? [] : [`${variable} of ${name} leads nowhere: ${address.host}:${address.port}`]
  })
}

function isReached({ host, port }: Address, cluster: Cluster, pods: readonly Pod[]): boolean {
  const [name, namespace, ...rest] = host.split(".")
  const [{ metadata } = { metadata: { name: "" } }] = ofKind(cluster, "Namespace")
  if (namespace !== undefined && (namespace !== metadata.name || rest.join(".") !== "svc.cluster.local")) return false
  const service = ofKind(cluster, "Service").find((each) => each.metadata.name === name)
  const entry = ((at(service, "spec", "ports") ?? []) as Tree[]).find((each) => each.port === port)
  if (service === undefined || entry === undefined) return false
  // A headless one is only names: whoever asks it goes to the pods themselves, with the port that they were told.
  const isHeadless = at(service, "spec", "clusterIP") === "None"
  const target = (isHeadless ? port : (entry.targetPort ?? port)) as string | number
  const behind = selected(at(service, "spec", "selector"), pods)
  return behind.length > 0 && behind.every((pod) => has(pod, target))
}

function serviceMisfits({ metadata, spec }: Manifest, pods: readonly Pod[]): readonly string[] {
  const behind = selected(at(spec, "selector"), pods)
  if (behind.length === 0) return [`Service ${metadata.name} selects no pods`]
  const targets = (at(spec, "ports") as Tree[]).map(({ port, targetPort = port }) => targetPort as string | number)
  const missing = targets.filter((target) => !behind.every((pod) => has(pod, target)))
  return missing.map((target) => `Service ${metadata.name} leads to ${target}, which its pods do not have`)
}

function policyMisfits({ metadata, spec }: Manifest, pods: readonly Pod[]): readonly string[] {
  const rules = (at(spec, "ingress") ?? []) as Tree[]
  const to = selected(at(spec, "podSelector", "matchLabels") ?? {}, pods)
  const froms = rules.flatMap(({ from = [] }) => (from as Tree[]).map((each) => at(each, "podSelector", "matchLabels")))
  const strangers = froms.filter((labels) => labels !== undefined && selected(labels, pods).length === 0)
  const ports = rules.flatMap((rule) => (rule.ports as Tree[]).map(({ port }) => port as string | number))
  return [
    ...(to.length === 0 ? [`NetworkPolicy ${metadata.name} guards no pods`] : []),
    ...strangers.map((labels) => `NetworkPolicy ${metadata.name} lets in nobody: ${JSON.stringify(labels)}`),
    ...ports
      .filter((port) => !to.every((pod) => has(pod, port)))
      .map((port) => `NetworkPolicy ${metadata.name} opens ${port}, which its pods do not have`),
  ]
}

function selected(labels: unknown, pods: readonly Pod[]): readonly Pod[] {
  return pods.filter((pod) => Object.entries(labels as Tree).every(([name, value]) => pod.labels[name] === value))
}

function has({ containers }: Pod, port: string | number): boolean {
  return containers.some(({ ports }) => portOf(ports, port) !== undefined)
}

function portOf(ports: Container["ports"], port: string | number): number | undefined {
  return ports.find(({ name, containerPort }) => name === port || containerPort === port)?.containerPort
}
