// Scrolling far up in a session of 10,000 messages: how many frames come late, and what each costs the main thread.
import type { Browser, Page } from "playwright-core"
import { inPage, metric } from "./in-page.ts"

export interface Scrolled {
  /** The share of frames that took longer than one and a half of the screen's. */
  readonly lateShare: number
  readonly frameMs: number
  readonly turnsInPage: number
}

const FRAME_MS = 1000 / 60
const COUNT_FRAMES = `
  globalThis.frames = []
  {
    let last = performance.now()
    const look = (now) => { frames.push(now - last); last = now; requestAnimationFrame(look) }
    requestAnimationFrame(look)
  }`
const FIRST = `Number(document.querySelector("[data-turn]").dataset.turn)`

/** `deep`: how many turns are above the last one before it is measured. */
export function scrolled(browser: Browser, url: string, turns: number, deep: number): Promise<Scrolled> {
  return inPage(browser, async (page, cdp) => {
    await page.goto(url)
    await page.waitForSelector(`[data-turn="${turns}"]`)
    const wheel = (distance: number, speed: number) =>
      cdp.send("Input.synthesizeScrollGesture", {
        x: 700,
        y: 400,
        yDistance: distance,
        speed,
        gestureSourceType: "mouse",
        preventFling: true,
      })
    while (Number(await page.evaluate(FIRST)) > turns - deep) await wheel(20_000, 12_000)
    await page.evaluate(COUNT_FRAMES)
    const before = await metric(cdp, "TaskDuration")
    await wheel(12_000, 3000)
    await wheel(-24_000, 3000)
    const seconds = (await metric(cdp, "TaskDuration")) - before
    return { ...(await frames(page, seconds)), turnsInPage: await page.locator("[data-turn]").count() }
  })
}

async function frames(page: Page, seconds: number) {
  const took = await page.evaluate<readonly number[]>("frames")
  const late = took.filter((each) => each > 1.5 * FRAME_MS)
  return { lateShare: late.length / took.length, frameMs: (seconds * 1000) / took.length }
}
