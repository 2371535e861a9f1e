// A real Chromium. Every page is watched: an error in it, or a request to anywhere but its server, fails the test.
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"

/** As root in a container there is no sandbox; the other flags keep Chromium from calling home. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.PAWL_CHROMIUM ?? "/usr/bin/chromium", args: FLAGS })
}

export interface Watched {
  readonly page: Page
  /** What went wrong in the page since it was opened. Empty at the end of a good test. */
  readonly problems: readonly string[]
}

export interface PageOptions extends Pick<BrowserContextOptions, "viewport" | "colorScheme" | "locale"> {
  /** Messages of the console that the test provokes. */
  readonly expected?: RegExp
}

/** A page in a context of its own: no cookies and no storage of other tests. */
export async function openPage(browser: Browser, url: string, options: PageOptions = {}): Promise<Watched> {
  const { expected = /$^/, ...rest } = options
  const context = await browser.newContext({ locale: "en", viewport: { width: 1280, height: 800 }, ...rest })
  const page = await context.newPage()
  const problems = watch(page, new URL(url).origin, expected)
  await page.goto(url)
  return { page, problems }
}

/** A failed request while the server is down is part of some stories; everything else is a problem. */
const NETWORK = /Failed to load resource|net::ERR_|WebSocket connection/

export function watch(page: Page, origin: string, expected: RegExp = /$^/): readonly string[] {
  const problems: string[] = []
  const note = (what: string) => {
    if (!expected.test(what)) problems.push(what)
  }
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return
    if (!NETWORK.test(message.text())) note(`console: ${message.text()}`)
  })
  page.on("pageerror", (error) => note(`error: ${error.message}`))
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && !["data:", "blob:"].includes(url.protocol)) note(`request: ${request.url()}`)
  })
  return problems
}
