// Several tabs of one person: they agree, and all of them stay live.
import { rmSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { begin, button, composer, conversation, requests, rests, say } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"

const on = stage()

/** Stands in for the notifications of the system, which a browser without a screen does not show. */
const NOTIFICATIONS = `
  window.shown = []
  window.Notification = class {
    static permission = "granted"
    static requestPermission = async () => "granted"
    constructor(title, { body }) { window.shown.push({ title, body, click: () => this.onclick() }) }
    close() {}
  }`
const post = (path: string, body: object) =>
  fetch(`${on.server.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
const shownIn = (page: Page) => page.evaluate("window.shown.map(({ title, body }) => title + ': ' + body)")

/** Runs in the page, which is always in sight here. */
const IN_SIGHT = (isShown: boolean) => `
  Object.defineProperty(document, "hidden", { configurable: true, get: () => ${!isShown} })
  document.dispatchEvent(new Event("visibilitychange"))`

it("two tabs agree: a request that is settled in one disappears in the other, which says who did it (M16)", async () => {
  const first = await on.open()
  await begin(first, "Please write it down")
  await requests(first).waitFor()
  const second = await on.tab(first)
  await requests(second).waitFor()
  const inbox = await on.tab(first, "/inbox")
  await requests(inbox).waitFor()
  await button(second, "Allow once").click()
  await requests(first).waitFor({ state: "detached" })
  await first.getByText(/another window, allowed it/).waitFor()
  await inbox.getByText("Nothing waits for you").waitFor()
  for (const page of [first, second]) await conversation(page).getByText("It is written.").waitFor()
})

it("an approval from the inbox lets the session go on", async () => {
  const page = await on.open()
  const session = await begin(page, "Please edit the poem")
  await requests(page).waitFor()
  await page.getByRole("link", { name: /^Inbox/ }).click()
  await button(requests(page), "Allow once").click()
  await page.getByText("Nothing waits for you").waitFor()
  await page.goto(`${on.server.url}/s/${session}`)
  await conversation(page).getByText("The poem is changed.").waitFor()
})

it("seven tabs stay live, though browsers allow six connections to a host (T24)", async () => {
  const first = await on.open()
  await begin(first, "Hello")
  await rests(first)
  const others = []
  for (let each = 1; each < 7; each++) others.push(await on.tab(first))
  for (const page of others) await conversation(page).getByText("You said: Hello").waitFor()
  await say(others[5] ?? first, "Do all of you hear me?")
  for (const page of [first, ...others])
    await conversation(page).getByText("You said: Do all of you hear me?").waitFor()
  expect(others).toHaveLength(6)
})

it("where no WebSocket gets through, tabs out of sight take no connections: the seventh is live, and the first goes on when it is shown", async () => {
  const first = await on.open()
  await first.context().addInitScript("window.WebSocket = class { constructor() { throw new Error('None here.') } }")
  await first.reload()
  await begin(first, "Hello")
  await rests(first)
  const tabs = [first]
  for (let each = 1; each < 7; each++) {
    await tabs.at(-1)?.evaluate(IN_SIGHT(false))
    const next = await on.tab(first)
    await conversation(next).getByText("You said: Hello").waitFor()
    tabs.push(next)
  }
  const last = tabs.at(-1) ?? first
  await say(last, "Who hears me?")
  await conversation(last).getByText("You said: Who hears me?").waitFor()
  await last.evaluate(IN_SIGHT(false))
  await first.evaluate(IN_SIGHT(true))
  await conversation(first).getByText("You said: Who hears me?").waitFor()
  await rests(first)
  expect(await first.getByRole("article", { name: "Message" }).count()).toBe(2)
})

it("notifications come from one hidden tab, while none is in sight; a click on one opens its session", async () => {
  const page = await on.open()
  await page.context().addInitScript(NOTIFICATIONS)
  await page.goto(`${on.server.url}/settings/you`)
  await page.getByRole("switch", { name: "Tell me while this tab is hidden" }).click()
  await page.goto(`${on.server.url}/inbox`)
  await page.getByText("Nothing waits for you").waitFor()
  const other = await on.tab(page, "/")
  await composer(other).waitFor()
  await page.evaluate(IN_SIGHT(false))
  await post("/v1/sessions", { id: "rings" })
  await post("/v1/sessions/rings/ask", { input: "Ring me" })
  for (const tab of [page, other]) await tab.getByRole("link", { name: "Ring me", exact: true }).waitFor()
  await other.evaluate(IN_SIGHT(false))
  await other.evaluate("navigator.locks.request('pawl.in-sight', () => undefined)")
  // A call that would change nothing is not asked about.
  rmSync(join(on.server.folder, "notes.md"), { force: true })
  await post("/v1/sessions/rings/messages", { input: "Please write it down" })
  const shown = async () => [await shownIn(page), await shownIn(other)].flat()
  await expect.poll(shown).toEqual(["Waiting for you: Ring me"])
  for (const tab of [page, other]) await tab.evaluate("window.shown[0]?.click()")
  await expect.poll(() => [page, other].filter((tab) => tab.url().endsWith("/s/rings")).length).toBe(1)
})
