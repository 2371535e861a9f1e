// `npm run web-pictures`: takes the pictures of the web app that the guide shows, with a real server and a real browser.
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser, Page } from "playwright-core"
import { openBrowser } from "./__fixtures__/browser.ts"
import { type WebServer, webServer } from "./__fixtures__/web-server.ts"

const FOLDER = fileURLToPath(new URL("../../docs/pictures", import.meta.url))
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

interface Look {
  readonly theme?: "light" | "dark"
  readonly size?: typeof WIDE
  readonly locale?: string
}

async function page(browser: Browser, url: string, { theme = "light", size = WIDE, locale = "en" }: Look = {}) {
  const context = await browser.newContext({ viewport: size, colorScheme: theme, locale, reducedMotion: "reduce" })
  const opened = await context.newPage()
  await opened.goto(url)
  return opened
}

async function say(on: Page, words: string): Promise<void> {
  const box = on.getByRole("textbox", { name: "Message" })
  await box.fill(words)
  await box.press("Enter")
}

/** Waits until nothing is loaded any more. */
async function take(on: Page, name: string): Promise<void> {
  await on.waitForLoadState("networkidle")
  await on.screenshot({ path: join(FOLDER, `web-${name}.png`) })
}

const allow = (on: Page) => on.getByRole("button", { name: "Allow once" })

async function begin(browser: Browser, { url }: WebServer, words: string, look?: Look): Promise<Page> {
  const opened = await page(browser, url, look)
  await say(opened, words)
  await opened.waitForURL(/\/s\//)
  return opened
}

async function takeAll(browser: Browser, server: WebServer): Promise<void> {
  const start = await page(browser, server.url)
  await start.getByText("Three things to try").waitFor()
  await take(start, "start")

  const tour = await begin(browser, server, "Give me the tour")
  await tour.getByText("960 tokens").waitFor()
  await take(tour, "answer")

  const shots = await begin(browser, server, "Name my screenshots")
  for (let shot = 0; shot < 7; shot++) await allow(shots).click()
  await shots.getByText("All seven screenshots").waitFor()
  await take(shots, "screenshots")
  await shots.keyboard.press("Control+k")
  await shots.getByRole("combobox", { name: "Command palette" }).waitFor()
  await take(shots, "palette")
  await shots.keyboard.press("Escape")
  await shots.getByRole("button", { name: "What the agent does" }).click()
  for (const [tab, name] of PANELS) {
    await shots.getByRole("tab", { name: tab }).click()
    await take(shots, name)
  }

  const edit = await begin(browser, server, "Please edit the poem")
  await allow(edit).waitFor()
  await take(edit, "approval")
  const inbox = await page(browser, `${server.url}/inbox`, { theme: "dark" })
  await allow(inbox).first().waitFor()
  await take(inbox, "inbox-dark")
  const phone = await page(browser, edit.url(), { size: PHONE })
  await allow(phone).waitFor()
  await take(phone, "phone")

  for (const [where, name] of SETTINGS) {
    const settings = await page(browser, `${server.url}/settings/${where}`)
    await take(settings, name)
  }
  const german = await page(browser, server.url, { locale: "de", theme: "dark" })
  await take(german, "german-dark")
}

const PANELS = [
  ["Timeline", "timeline"],
  ["Context", "context"],
] as const

const SETTINGS = [
  ["usage", "usage"],
  ["health", "health"],
] as const

const [server, browser] = await Promise.all([webServer(), openBrowser()])
try {
  await takeAll(browser, server)
} finally {
  await browser.close()
  await server.close()
}
