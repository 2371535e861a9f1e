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

it("rests four times as long as a flush has taken", async () => {
  const { texts, written } = textsWith(500)
  await writeEvery10Ms(texts, 6000)
  texts.close()
  expect(written.map(({ at }) => at)).toEqual([100, 2600, 5100])
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
