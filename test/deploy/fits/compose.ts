// Whether names and ports of compose.yaml, its balancers and Prometheus fit together: each address is a service that listens there.
import { all, at, type Tree } from "../files.ts"
import { type Address, addressesIn, addressOf, askedBy, isOwn, listenedBy, unset } from "./addresses.ts"

export interface Composed {
  readonly compose: Tree
  readonly config: Tree
  /** By the paths that services mount. */
  readonly haproxy: Readonly<Record<string, string>>
  readonly prometheus: Tree
  readonly grafana: Tree
}

interface Service {
  readonly name: string
  /** Itself and its aliases, as others of a network know it. */
  readonly names: readonly string[]
  readonly networks: readonly string[]
  readonly variables: Tree
  readonly isOurs: boolean
  readonly listens: readonly number[]
  /** Ports of its own that it is asked on: by its health check, and from outside. */
  readonly asked: readonly number[]
}

/** What does not fit, in sentences. */
export function composeMisfits(composed: Composed): readonly string[] {
  const services = Object.entries(composed.compose.services as Tree).map(([name, each]) =>
    serviceOf(name, each as Tree, composed),
  )
  const watched = [
    ...targetsOf(composed.prometheus).map((address) => ({ ...address, by: "prometheus" })),
    ...sourcesOf(composed.grafana).map((address) => ({ ...address, by: "grafana" })),
  ]
  const isFound = ({ by, ...address }: (typeof watched)[number]) =>
    services.some((from) => from.name === by && isReached(address, from, services))
  return [
    ...services.flatMap((service) => serviceMisfits(service, services, composed)),
    ...watched.filter((each) => !isFound(each)).map(({ by, host, port }) => `${by} asks ${host}:${port}`),
  ]
}

function serviceOf(name: string, service: Tree, { config, haproxy }: Composed): Service {
  const { image, command = [], environment = {}, volumes = [], networks = [], ports = [], healthcheck } = service
  const mounted = (volumes as string[]).map((each) => each.split(":")[0] ?? "")
  const balancer = mounted.map((path) => haproxy[path]).find((text) => text !== undefined)
  const variables = environment as Tree
  const program = { image: String(image), words: command as string[], variables, config, haproxy: balancer }
  return {
    name,
    names: [name, ...(all(networks, "aliases").flat() as string[])],
    networks: Array.isArray(networks) ? (networks as string[]) : Object.keys(networks as Tree),
    variables,
    isOurs: mounted.includes("./config.json"),
    listens: listenedBy(program),
    asked: [
      ...(isDisabled(healthcheck) ? [] : askedBy(at(healthcheck, "test"))),
      ...(ports as string[]).map((each) => Number(each.split(":").at(-1))),
    ],
  }
}

function isDisabled(healthcheck: unknown): boolean {
  return at(healthcheck, "disable") === true
}

function serviceMisfits(service: Service, services: readonly Service[], { config }: Composed): readonly string[] {
  const { name, variables, isOurs, listens, asked } = service
  const lost = addressesIn(variables).filter(({ host, port }) =>
    isOwn(host) ? listens.length > 0 && !listens.includes(port) : !isReached({ host, port }, service, services),
  )
  return [
    ...lost.map(({ variable, host, port }) => `${variable} of ${name} leads nowhere: ${host}:${port}`),
    ...asked.filter((port) => !listens.includes(port)).map((port) => `${name} is asked on ${port}`),
    ...(isOurs ? unset(config, variables) : []).map((variable) => `${name} is not told ${variable}`),
  ]
}

/** All services of that name, in a network of the one that asks. */
function isReached({ host, port }: Address, from: Service, services: readonly Service[]): boolean {
  const there = services.filter(({ names }) => names.includes(host))
  const shares = ({ networks }: Service) => networks.some((network) => from.networks.includes(network))
  return there.length > 0 && there.every((each) => each.listens.includes(port) && shares(each))
}

function targetsOf(prometheus: Tree): readonly Address[] {
  return (all(prometheus, "dns_sd_configs").flat() as Tree[]).flatMap(({ names, port }) =>
    (names as string[]).map((host) => ({ host, port: Number(port) })),
  )
}

function sourcesOf(grafana: Tree): readonly Address[] {
  return all(grafana, "url").flatMap((url) => addressOf(String(url)) ?? [])
}
