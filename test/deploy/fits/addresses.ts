// What deploy/ says of addresses: where a value leads to, and which ports a program listens on.
import { PORT } from "../../../packages/cli/src/serve/serve-settings.ts"
import { all, at, type Tree } from "../files.ts"

export interface Address {
  readonly host: string
  readonly port: number
}

const USUAL_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, postgres: 5432 }
/** Where people reach it is not inside. */
const OUTSIDE = ["PAWL_PUBLIC_URL"]

/** The addresses among variables; most values are none. */
export function addressesIn(variables: Tree): readonly (Address & { readonly variable: string })[] {
  return Object.entries(variables).flatMap(([variable, value]) => {
    const address = OUTSIDE.includes(variable) ? undefined : addressOf(String(value))
    return address === undefined ? [] : [{ variable, ...address }]
  })
}

export function addressOf(value: string): Address | undefined {
  const [, scheme, host = "", port] = /^(?:(\w+):\/\/(?:[^@/]*@)?)?([\w.-]+)(?::(\d+))?(?:[/?].*)?$/.exec(value) ?? []
  const number = port === undefined ? USUAL_PORTS[scheme ?? ""] : Number(port)
  return number === undefined ? undefined : { host, port: number }
}

/** Every address of the machine, or only this machine: a process listens there itself. */
export function isOwn(host: string): boolean {
  return host === "0.0.0.0" || host === "127.0.0.1" || host === "localhost"
}

export interface Program {
  readonly image: string
  readonly words: readonly string[]
  readonly variables: Tree
  /** The configuration of Pawl. */
  readonly config: Tree
  /** The configuration of haproxy, where it is one. */
  readonly haproxy?: string | undefined
}

const OF_IMAGES: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\/postgres:/, [5432]],
  [/\/restate:/, [8080, 9070, 5122]],
  [/\/prometheus:/, [9090]],
  [/\/grafana:/, [3000]],
]

/** The ports that a program listens on. */
export function listenedBy({ image, words, variables, config, haproxy }: Program): readonly number[] {
  if (haproxy !== undefined) return [...haproxy.matchAll(/^ {2}bind [\w.]*:(\d+)/gm)].map(([, port]) => Number(port))
  const known = OF_IMAGES.find(([name]) => name.test(image))
  if (known !== undefined) return known[1]
  const metrics = addressOf(String(variables.PAWL_METRICS))?.port
  const own = ownPort(words, config)
  return [own, own && metrics].filter((port) => port !== undefined)
}

/** Of a worker or a server of Pawl; other commands listen nowhere. */
function ownPort(words: readonly string[], config: Tree): number | undefined {
  if (words[0] === "worker") return Number(at(config, "restate", "listen"))
  if (words[0] !== "serve") return undefined
  const given = words.indexOf("--port")
  return given < 0 ? PORT : Number(words[given + 1])
}

/** Variables that the configuration needs and that nobody sets. */
export function unset(config: Tree, variables: Tree): readonly string[] {
  const needed = [...JSON.stringify(config).matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name)
  return needed.filter((name) => variables[name] === undefined)
}

/** The ports of addresses of this machine that a check asks. */
export function askedBy(check: unknown): readonly number[] {
  const words = all({ check }, "check").flat(3).map(String).join(" ")
  return [...words.matchAll(/\/\/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port))
}
