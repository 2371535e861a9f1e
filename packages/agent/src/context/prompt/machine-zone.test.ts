// The machine's zone without Intl agrees with Intl, in every kind of zone. Each is a process of its own: a zone is read once.
import { spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"

const FILE = new URL("./machine-zone.ts", import.meta.url).href
const TIMES = [0, 1_700_000_000_000, 1_711_846_799_000, 1_711_850_400_000, 1_793_480_400_000, -86_400_001]

describe("the machine's zone", () => {
  it.each([["UTC"], ["Europe/Berlin"], ["America/St_Johns"], ["Pacific/Kiritimati"], ["Asia/Kathmandu"], [undefined]])(
    "has the name and the days that Intl has for it: %s",
    (TZ) => {
      const program = `import { machineDay, machineZone } from ${JSON.stringify(FILE)}
        const format = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" })
        const days = ${JSON.stringify(TIMES)}.map((time) => [new Date(machineDay(time) * 864e5).toISOString().slice(0, 10), format.format(time)])
        console.log(JSON.stringify({ zones: [machineZone(), new Intl.DateTimeFormat().resolvedOptions().timeZone], days }))`
      const { TZ: _, ...rest } = process.env
      const env = TZ === undefined ? rest : { ...rest, TZ }
      const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { env, encoding: "utf8" })
      const { zones, days } = JSON.parse(stdout)
      expect(zones[0]).toBe(zones[1])
      for (const [ours, theirs] of days) expect(ours).toBe(theirs)
    },
  )
})
