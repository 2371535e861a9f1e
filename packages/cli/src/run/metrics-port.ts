// `--metrics`, and PAWL_METRICS: where a worker or a server tells its numbers, and whether it is ready.
import type { MetricsPort, MetricsPortOptions } from "@pawl/server"
import { badConfig, wrongUsage } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import { world } from "../world.ts"

type Address = Pick<MetricsPortOptions, "host" | "port">

/** Undefined: nowhere. */
export function metricsAddress(flags: Flags): Address | undefined {
  const given = flags.get("metrics") ?? (world().env.PAWL_METRICS || undefined)
  if (given === undefined) return undefined
  const [, host, port] = /^(?:(\[[^\]]+\]|[^:]+):)?(\d{1,5})$/.exec(String(given)) ?? []
  if (port === undefined || Number(port) > 65_535)
    throw wrongUsage(
      `--metrics (or PAWL_METRICS) must be a port, or an address with one, as 127.0.0.1:9464, but is "${given}". Correct it.`,
    )
  return { host: host?.replace(/^\[|\]$/g, "") ?? "127.0.0.1", port: Number(port) }
}

/** The library is loaded for those who use it. */
export async function openPort(address: Address, parts: Omit<MetricsPortOptions, keyof Address>): Promise<MetricsPort> {
  const { openMetricsPort } = await import("@pawl/server")
  try {
    return await openMetricsPort({ ...address, ...parts })
  } catch (error) {
    const where = `${address.host}:${address.port}`
    throw badConfig(
      `The numbers cannot be told at ${where}: ${reason(error)} Choose another address with --metrics.`,
      error,
    )
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return code === "EADDRINUSE" ? "another program listens there." : `it cannot be listened on (${code}).`
}
