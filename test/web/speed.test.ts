// What makes the web app quick, counted rather than timed: what it waits for, and how much it draws at once.
import { join } from "node:path"
import { sqlite } from "@pawl/agent"
import type { Page } from "playwright-core"
import { beforeAll, expect, it } from "vitest"
import { longSession } from "../../packages/agent/src/features/transcript/__fixtures__/long-session.ts"
import { begin, conversation, rests } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"

const on = stage()
const TURNS = 60

beforeAll(async () => {
  const store = await sqlite(join(on.server.home, "data/pawl/pawl.db"))
  await longSession(store, "long", TURNS)
  await store.close()
})

const turnsIn = (page: Page) => conversation(page).locator("[data-turn]")
const firstTurn = async (page: Page) => Number(await turnsIn(page).first().getAttribute("data-turn"))

/** Each change of the page is told as one list: how many turns each of them brought. */
const COUNT_TURNS = `
  window.counts = []
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
    window.counts.push(added.filter((node) => node.dataset?.turn !== undefined).length)
  }).observe(document.body, { childList: true, subtree: true })`

it("a session's turns are asked for before it is known who is in", async () => {
  const page = await on.open("/settings")
  const turns = page.waitForRequest(/\/v1\/sessions\/long\/transcript/)
  await page.route("**/v1/me", async (route) => {
    await turns
    await route.continue()
  })
  await page.goto(`${on.server.url}/s/long`)
  await turnsIn(page).last().waitFor()
})

it("nothing is asked for twice before the turns are shown", async () => {
  const page = await on.open("/settings")
  const asked: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${on.server.url}/s/long`)
  await turnsIn(page).last().waitFor()
  expect(asked.filter((path) => path.endsWith("/transcript"))).toHaveLength(1)
  // The cards of calls load what they show when they are opened.
  expect(asked.filter((path) => /card-details|card-requests|katex|panel-/.test(path))).toEqual([])
  const card = turnsIn(page).last().getByRole("button", { name: /look/i })
  await card.click()
  await turnsIn(page).last().getByText("The order was sent on Monday").first().waitFor()
  expect(asked.filter((path) => path.includes("card-details"))).toHaveLength(1)
})

it("earlier turns come one by one, and not a page at once", async () => {
  const page = await on.open("/s/long")
  await turnsIn(page).last().waitFor()
  await page.evaluate(COUNT_TURNS)
  const before = await firstTurn(page)
  await turnsIn(page).first().scrollIntoViewIfNeeded()
  await expect.poll(() => firstTurn(page)).toBeLessThan(before - 5)
  const counts = await page.evaluate<readonly number[]>("window.counts")
  expect(Math.max(...counts)).toBe(1)
})

it("code is readable at once, and gets its colours without a turn being drawn again", async () => {
  const page = await on.open("/")
  await begin(page, "tour")
  await rests(page)
  await conversation(page).locator(".hljs-keyword").first().waitFor()
  await page.reload()
  await conversation(page).getByText("Sums two numbers").waitFor()
  await conversation(page).locator(".hljs-keyword").first().waitFor()
})
