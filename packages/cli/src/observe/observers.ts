// The observers of an agent of the command line: the log file (with --debug also stderr) and OpenTelemetry.
import type { Observer } from "@pawl/agent"
import type { Settings } from "../config/settings.ts"
import type { LogFile } from "../log-file.ts"
import { world } from "../world.ts"
import { logObserver } from "./log-observer.ts"
import { otelFrom, wantedSignals } from "./otel.ts"

export interface WatchHow {
  readonly log: LogFile
  readonly warn: (line: string) => void
}

export async function observersFor({ debug }: Pick<Settings, "debug">, how: WatchHow): Promise<readonly Observer[]> {
  const { log, warn } = how
  const tell = debug === true ? (line: string) => warn(`debug ${line}`) : undefined
  const { traces, metrics } = wantedSignals(world().env)
  const otel = traces || metrics ? await otelFrom(world().env, warn) : undefined
  return [logObserver({ log, tell }), ...(otel === undefined ? [] : [otel])]
}
