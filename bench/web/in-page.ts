// A page in a browser profile of its own, where nothing is cached.
import type { Browser, CDPSession, Page } from "playwright-core"

const VIEWPORT = { width: 1280, height: 800 }

export async function inPage<Figure>(
  browser: Browser,
  use: (page: Page, cdp: CDPSession) => Promise<Figure>,
): Promise<Figure> {
  const context = await browser.newContext({ locale: "en", viewport: VIEWPORT })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    // In time of the processor: another load of the machine does not count.
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" })
    return await use(page, cdp)
  } finally {
    await context.close()
  }
}

export async function metric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics")
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN
}
