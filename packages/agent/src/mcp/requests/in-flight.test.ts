import { describe, expect, it } from "vitest"
import type { ToolContext } from "../../tools/tool.ts"
import { InFlight } from "./in-flight.ts"

const of = (session: string): ToolContext => ({ session }) as ToolContext

describe("a server's request", () => {
  it("belongs to no call when none is under way", () => {
    expect(new InFlight().current).toBeUndefined()
  })

  it("belongs to the call in whose answer it arrived", async () => {
    const inFlight = new InFlight()
    const [one, two] = [of("s1"), of("s2")]
    const seen = await Promise.all(
      [one, two].map((context) =>
        inFlight.run(context, async () => {
          await new Promise((resolve) => setImmediate(resolve))
          return inFlight.current
        }),
      ),
    )
    expect(seen).toEqual([one, two])
  })

  it("belongs to the latest call if only one session has calls", async () => {
    const inFlight = new InFlight()
    const hold = Promise.withResolvers<void>()
    const [first, last] = [of("s1"), of("s1")]
    const running = [first, last].map((context) => inFlight.run(context, () => hold.promise))
    expect(inFlight.current).toBe(last)
    hold.resolve()
    await Promise.all(running)
    expect(inFlight.current).toBeUndefined()
  })

  it("belongs to no call if several sessions have calls", async () => {
    const inFlight = new InFlight()
    const hold = Promise.withResolvers<void>()
    const running = [of("s1"), of("s2")].map((context) => inFlight.run(context, () => hold.promise))
    expect(inFlight.current).toBeUndefined()
    hold.resolve()
    await Promise.all(running)
  })
})
