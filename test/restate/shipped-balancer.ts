// A balancer's configuration of deploy/haproxy as it is shipped, but for addresses, which are those of this machine.
import { readFileSync } from "node:fs"

export interface Local {
  readonly port: number
  /** A port for each process that there may be behind it. */
  readonly behind: readonly number[]
  /** The socket on which haproxy tells of itself. */
  readonly stats: string
}

/** Servers are called by their ports: at9080. */
export function shippedBalancer(name: "workers" | "servers", { port, behind, stats }: Local): string {
  const shipped = readFileSync(new URL(`../../deploy/haproxy/${name}.cfg`, import.meta.url), "utf8")
  const servers = behind.map((each) => `  server at${each} 127.0.0.1:${each}`).join("\n")
  return shipped
    .replace(/^ {2}maxconn .*$/m, `  maxconn 1000\n  stats socket ${stats}`)
    .replace(/^frontend own\n(?: .*\n)+/m, "")
    .replace(/^ {2}server-template .*$/m, servers)
    .replace(/^ {2}bind :\d+/m, `  bind 127.0.0.1:${port}`)
}
