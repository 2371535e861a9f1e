// What is measured in the browser, each time in a profile of its own: nothing is cached.
import { gzipSync } from "node:zlib"
import type { Browser } from "playwright-core"
import { PIECES } from "./answer.ts"
import { inPage, metric } from "./in-page.ts"

export function firstPage(browser: Browser, url: string): Promise<{ gzipBytes: number; paintMs: number }> {
  return inPage(browser, async (page) => {
    const scripts: Promise<Buffer>[] = []
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") scripts.push(response.body())
    })
    await page.goto(url)
    await page.getByRole("region", { name: "Three things to try" }).waitFor()
    const paintMs = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    // What the app loads from here on is not for its first page.
    page.removeAllListeners("response")
    const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body).length)
    return { gzipBytes: sizes.reduce((sum, size) => sum + size, 0), paintMs: Number(paintMs) }
  })
}

const COUNT_LONG_TASKS =
  "globalThis.longTasks = 0; new PerformanceObserver((list) => { longTasks += list.getEntries().length }).observe({ type: 'longtask' })"

export function streamed(browser: Browser, url: string): Promise<{ chunkMs: number; longTasks: number }> {
  return inPage(browser, async (page, cdp) => {
    await page.goto(url)
    const field = page.getByRole("textbox", { name: "Message", exact: true })
    // Code and its colours are loaded before.
    await field.fill("Hello")
    await field.press("Enter")
    await page.getByText("Here it is.").waitFor()
    await page.getByRole("button", { name: "Copy answer" }).waitFor()
    await page.evaluate(COUNT_LONG_TASKS)
    const before = await metric(cdp, "TaskDuration")
    await field.fill("stream")
    await field.press("Enter")
    await page.evaluate(AT_END(`document.querySelector('[data-turn="2"]')?.textContent.includes("the-end")`, 500))
    const seconds = (await metric(cdp, "TaskDuration")) - before
    return { chunkMs: (seconds * 1000) / PIECES, longTasks: Number(await page.evaluate("longTasks")) }
  })
}

/** An expression that waits until `what` holds and is drawn, and is then the time since the page was asked for. */
const AT_END = (what: string, everyMs: number) => `new Promise((done) => {
  const look = () => (${what}) ? requestAnimationFrame(() => setTimeout(() => done(performance.now()))) : setTimeout(look, ${everyMs})
  look()
})`

export function openLong(browser: Browser, url: string, turns: number): Promise<{ openMs: number; heapMb: number }> {
  return inPage(browser, async (page, cdp) => {
    await page.goto(url, { waitUntil: "commit" })
    const openMs = Number(await page.evaluate(AT_END(`document.querySelector('[data-turn="${turns}"]') !== null`, 4)))
    await page
      .getByRole("navigation", { name: "Sessions" })
      .getByRole("link", { name: "Where is order 42?" })
      .first()
      .waitFor()
    await cdp.send("HeapProfiler.collectGarbage")
    return { openMs, heapMb: (await metric(cdp, "JSHeapUsedSize")) / 1e6 }
  })
}
