// What a test file plays on: one server and one browser. Each page is watched; what went wrong in one fails its test.
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { openBrowser, openPage, type PageOptions, watch } from "./browser.ts"
import { type WebServer, type WebServerOptions, webServer } from "./web-server.ts"

export interface Stage {
  readonly server: WebServer
  /** A page in a browser profile of its own. */
  open(path?: string, options?: PageOptions): Promise<Page>
  /** Another tab beside it. */
  tab(page: Page, path?: string): Promise<Page>
}

export function stage(options: WebServerOptions = {}): Stage {
  let server: WebServer
  let browser: Browser
  let watched: (readonly string[])[] = []
  const contexts = new Set<BrowserContext>()
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([webServer(options), openBrowser()])
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await picture(task.name, [...contexts])
    const problems = watched.flat()
    watched = []
    await Promise.all([...contexts].map((context) => context.close()))
    contexts.clear()
    expect(problems).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  return {
    get server() {
      return server
    },
    open: async (path = "/", pageOptions = {}) => {
      const { page, problems } = await openPage(browser, `${server.url}${path}`, pageOptions)
      watched.push(problems)
      contexts.add(page.context())
      return page
    },
    tab: async (page, path) => {
      const other = await page.context().newPage()
      watched.push(watch(other, server.url))
      await other.goto(path === undefined ? page.url() : `${server.url}${path}`)
      return other
    },
  }
}

/** What a failed test saw last. */
async function picture(name: string, contexts: readonly BrowserContext[]): Promise<void> {
  const file = join(tmpdir(), "pawl-web-failures", name.replaceAll(/[^\w]+/g, "-").slice(0, 60))
  const pages = contexts.flatMap((context) => context.pages())
  for (const [place, page] of pages.entries()) {
    await page.screenshot({ path: `${file}-${place}.png` }).catch(() => undefined)
    process.stderr.write(`${page.url()} looked like this: ${file}-${place}.png\n`)
  }
}
