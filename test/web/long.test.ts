// A session of ten thousand messages: it opens with its last turns, and the earlier ones come when the reader does.

import { join } from "node:path"
import { sqlite } from "@pawl/agent"
import type { Page } from "playwright-core"
import { beforeAll, expect, it } from "vitest"
import { longSession } from "../../packages/agent/src/features/transcript/__fixtures__/long-session.ts"
import { conversation, say } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"

// Short words: the history is condensed first.
const on = stage({ story: () => ({ text: "Quick as ever." }) })
const TURNS = 2500
/** `FIRST_TURNS` of the page. */
const OPENED_WITH = 10

beforeAll(async () => {
  const store = await sqlite(join(on.server.home, "data/pawl/pawl.db"))
  await longSession(store, "long", TURNS)
  await store.close()
})

const turn = (page: Page, n: number) =>
  page.getByRole("region", { name: `Turn ${n.toLocaleString("en")}`, exact: true })
const turnsIn = (page: Page) => conversation(page).locator("[data-turn]")
const topOf = (page: Page, n: number) =>
  turn(page, n).evaluate((section) => section.getBoundingClientRect().top as number)
const drawn = (page: Page) =>
  turnsIn(page).evaluateAll(
    (turns) =>
      turns.map((each) => each.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })).filter(Boolean)
        .length,
  )

it("opens at its end with few turns, loads earlier ones without moving what is read, and goes on", async () => {
  const page = await on.open("/s/long")
  await turn(page, TURNS).waitFor()
  const first = await turnsIn(page).count()
  expect(first).toBeLessThan(200)
  await expect.poll(() => turn(page, TURNS).isVisible()).toBe(true)
  // The turns that a page opens with come one a frame. Only above the first of them the page has to ask for more.
  await expect.poll(() => turnsIn(page).count()).toBeGreaterThanOrEqual(OPENED_WITH)
  const earliest = Number(await turnsIn(page).first().getAttribute("data-turn"))
  const before = await turn(page, earliest).evaluate((section) => {
    // As a person moves it: what a program moves while the page is still being laid out goes back to the end.
    section.dispatchEvent(new Event("wheel", { bubbles: true }))
    section.scrollIntoView({ block: "start" })
    return section.getBoundingClientRect().top as number
  })
  await expect
    .poll(async () => Number(await turnsIn(page).first().getAttribute("data-turn")))
    .toBeLessThan(earliest - 10)
  // The browser puts a list at whole pixels each time that something above has another height.
  await expect.poll(async () => Math.abs((await topOf(page, earliest)) - before)).toBeLessThanOrEqual(4)
  // Some are left out, once the earlier ones are there.
  await expect.poll(async () => (await turnsIn(page).count()) - (await drawn(page))).toBeGreaterThan(0)
  await page.getByRole("button", { name: /Jump to latest/ }).click()
  await expect.poll(() => topOf(page, TURNS)).toBeLessThan(800)
  await say(page, "Are you still quick?")
  await conversation(page).getByText("Quick as ever.").waitFor()
})

/** As a wheel does, until the first turn in the page is this one or an earlier one. */
async function readBackTo(page: Page, n: number): Promise<void> {
  // Beside the turns: results of calls scroll by themselves.
  await conversation(page).hover({ position: { x: 6, y: 300 } })
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -3000)
      return Number(await turnsIn(page).first().getAttribute("data-turn"))
    })
    .toBeLessThan(n)
}

it("leaves out turns that are far from what is read, but for what was opened, and brings them back", async () => {
  const page = await on.open("/s/long")
  // Where turns are high, few of them are far.
  await page.setViewportSize({ width: 360, height: 640 })
  const opened = TURNS - 20
  const left = TURNS - 10
  await turn(page, TURNS).waitFor()
  await readBackTo(page, opened)
  await turn(page, opened).getByRole("button", { name: /look/i }).click()
  await readBackTo(page, TURNS - 90)
  await expect.poll(() => turn(page, left).count()).toBe(0)
  expect(await turnsIn(page).count()).toBeLessThan(88)
  expect(await turn(page, opened).getByText("The order was sent on Monday").count()).toBeGreaterThan(0)
  await page.getByRole("button", { name: /Jump to latest/ }).click()
  await expect.poll(() => topOf(page, TURNS)).toBeLessThan(800)
  await turn(page, left).waitFor({ state: "attached" })
})
