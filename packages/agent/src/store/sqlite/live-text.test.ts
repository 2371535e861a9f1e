// Text in flight is written often, unless that takes long.
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { FLUSH_EVERY_MS, LiveTexts } from "./live-text.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A writer that takes so long for each flush, and the times at which it got which text. */
function textsWith(tookMs: number) {
  const written: { readonly at: number; readonly text: string | undefined }[] = []
  const runLoose = async ({ text }: { readonly text?: { readonly text: string } }) => {
    written.push({ at: performance.now(), text: text?.text })
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    return true
  }
  return { texts: new LiveTexts({ runLoose } as never, () => undefined), written }
}

async function writeEvery10Ms(texts: LiveTexts, untilMs: number): Promise<void> {
  for (let at = performance.now(); at < untilMs; at += 10) {
    texts.write("s", { attempt: "m1", text: `at ${at}` })
    await vi.advanceTimersByTimeAsync(10)
  }
}

it("is written every 100 ms, with the latest text", async () => {
  const { texts, written } = textsWith(1)
  await writeEvery10Ms(texts, 1000)
  texts.close()
  expect(written.length).toBeGreaterThanOrEqual(8)
  expect(written[0]).toEqual({ at: FLUSH_EVERY_MS, text: "at 90" })
})

it.each([
  { tookMs: 200, at: [100, 1100, 2100, 3100], rests: "four times as long as a flush has taken" },
  { tookMs: 5000, at: [100, 6100, 12_100], rests: "for a second at most" },
])("rests $rests", async ({ tookMs, at }) => {
  const { texts, written } = textsWith(tookMs)
  await writeEvery10Ms(texts, at.at(-1)! + 10)
  texts.close()
  expect(written.map((each) => each.at)).toEqual(at)
})

it("is written soon where a slow flush is long past", async () => {
  const { texts, written } = textsWith(5000)
  texts.write("s", { attempt: "m1", text: "slow" })
  await vi.advanceTimersByTimeAsync(60_000)
  texts.write("s", { attempt: "m2", text: "quiet" })
  await vi.advanceTimersByTimeAsync(FLUSH_EVERY_MS)
  expect(written.at(-1)).toEqual({ at: 60_000 + FLUSH_EVERY_MS, text: "quiet" })
  texts.close()
})

it("is written after a flush that was under way when it came, also when nothing more comes", async () => {
  const { texts, written } = textsWith(50)
  texts.write("s", { attempt: "m1", text: "first" })
  await vi.advanceTimersByTimeAsync(FLUSH_EVERY_MS + 10)
  texts.write("s", { attempt: "m1", text: "first and second" })
  await vi.advanceTimersByTimeAsync(1000)
  expect(written.map(({ text }) => text)).toEqual(["first", "first and second"])
  texts.close()
})

it("is not written after the end, and a write that is under way then begins no other", async () => {
  const { texts, written } = textsWith(500)
  await writeEvery10Ms(texts, 200)
  texts.close()
  await writeEvery10Ms(texts, 6000)
  expect(written).toHaveLength(1)
})

it("is deleted at once when an answer is over, also while a flush is under way", async () => {
  const { texts, written } = textsWith(500)
  await writeEvery10Ms(texts, 200)
  texts.write("s", undefined)
  await vi.advanceTimersByTimeAsync(5000)
  expect(written.map(({ text }) => text)).toEqual(["at 90", undefined])
})
