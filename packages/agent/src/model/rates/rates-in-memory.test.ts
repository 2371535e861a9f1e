// The shared rates that simulations use keep the rule of those in a database.
import { sharedRatesConformance } from "../../store/conformance/rates.ts"
import { FakeClock } from "../../testing/fake-clock.ts"
import { RatesInMemory } from "./__fixtures__/rates-in-memory.ts"

sharedRatesConformance("shared rates in memory", async () => {
  const clock = new FakeClock()
  const rates = new RatesInMemory(clock)
  const pass = (ms: number) => clock.advance(ms)
  return { a: rates.process(), b: rates.process(), isRealTime: false, pass, cleanup: async () => {} }
})
