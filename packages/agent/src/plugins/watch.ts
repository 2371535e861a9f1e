// Tracks which tools of all plugins can be used now. `ready` checks plugins again whose settings have changed.
import type { Tool, ToolSource } from "../tools/tool.ts"
import { type AvailabilityPorts, availabilityOf } from "./availability.ts"
import { type Running, standbyOf } from "./running.ts"
import type { SettingsFolder } from "./settings-folder.ts"

export interface Watched extends Required<Pick<ToolSource, "tools" | "standby" | "whyChanged">> {
  /** Never rejects. */
  ready(): Promise<void>
  /** The names of all tools, on standby or not. */
  readonly names: readonly string[]
}

/** A plugin whose `available` returned no is asked again after this time. */
const AGAIN_MS = 30_000

export function watch(running: readonly Running[], folder: SettingsFolder, ports: AvailabilityPorts): Watched {
  const { clock } = ports
  const names = running.flatMap((one) => one.tools.map((tool) => tool.name))
  let tools: readonly Tool[] = []
  let onStandby: readonly { readonly name: string; readonly why: string }[] = []

  async function recheck(one: Running): Promise<void> {
    const { name } = one.checked
    one.mark = folder.mark(name)
    one.checkedAt = clock.monotonic()
    const place = ++one.checks
    const stored = attempt(() => folder.read(name))
    const availability = await availabilityOf(one.checked, stored, ports)
    // A newer check has started since.
    if (place !== one.checks) return
    one.availability = availability
    tools = running.flatMap((each) => each.tools.filter((tool) => standbyOf(each, tool) === undefined))
    onStandby = running.flatMap((each) =>
      each.tools.flatMap((tool) => {
        const why = standbyOf(each, tool)
        return why === undefined ? [] : [{ name: tool.name, why }]
      }),
    )
  }

  return {
    names,
    tools: () => tools,
    standby: () => onStandby,
    whyChanged: (name) => {
      const why = onStandby.find((each) => each.name === name)?.why
      return why ?? (names.includes(name) ? "it can be used now" : undefined)
    },
    async ready() {
      const changed = running.filter(({ checked, mark }) => mark !== folder.mark(checked.name))
      const again = running.filter((one) => !changed.includes(one) && isDue(one, clock.monotonic()))
      // Not awaited: their last answer was no, and it holds until they answer otherwise.
      for (const one of again) recheck(one).catch(() => {})
      await Promise.all(changed.map(recheck))
    },
  }
}

function isDue({ availability, checkedAt }: Running, now: number): boolean {
  return availability?.isRefused === true && now - checkedAt >= AGAIN_MS
}

function attempt<T>(work: () => T): T | Error {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
