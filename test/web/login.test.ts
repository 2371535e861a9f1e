// A server with users: they log in with a token, see what they may, and log out.

import type { Page } from "playwright-core"
import { beforeAll, expect, it } from "vitest"
import { begin, button, composer, conversation, requests, rests } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"

const on = stage()
const tokens: Record<string, string> = {}

beforeAll(async () => {
  for (const [name, role] of [
    ["ann", "admin"],
    ["uma", "user"],
    ["vic", "viewer"],
  ] as const)
    tokens[name] = (await on.server.pawl("users", "add", name, "--role", role)).trim()
})

async function logIn(page: Page, token = ""): Promise<void> {
  await page.getByLabel("Token").fill(token)
  await button(page, "Log in").click()
}

it("a wrong token is refused in words, the right one lets in, also after a reload, and Log out ends it in all tabs", async () => {
  const page = await on.open()
  await logIn(page, "pawl_wrong")
  await page.getByRole("alert").waitFor()
  await logIn(page, tokens.uma)
  await begin(page, "Hello, I am Uma")
  await rests(page)
  await page.reload()
  await conversation(page).getByText("You said: Hello, I am Uma").waitFor()
  const other = await on.tab(page, "/settings/you")
  await button(other, "Log out").click()
  for (const each of [other, page]) await each.getByRole("heading", { name: "Log in to Pawl" }).waitFor()
  expect((await page.request.get(`${on.server.url}/v1/sessions`)).status()).toBe(401)
})

it("the next user of a browser gets nothing of what the last one was writing", async () => {
  const page = await on.open()
  await logIn(page, tokens.uma)
  await composer(page).fill("My salary is too low")
  const kept = () => page.evaluate<string>("JSON.stringify(localStorage)")
  expect(await kept()).toContain("My salary")
  await page.goto(`${on.server.url}/settings/you`)
  await button(page, "Log out").click()
  await page.getByRole("heading", { name: "Log in to Pawl" }).waitFor()
  expect(await kept()).not.toContain("My salary")
  await page.goto(on.server.url)
  await logIn(page, tokens.ann)
  await composer(page).waitFor()
  expect(await composer(page).inputValue()).toBe("")
})

it("a token stands nowhere in the page's reach", async () => {
  const page = await on.open()
  await logIn(page, tokens.uma)
  await composer(page).waitFor()
  const kept = await page.evaluate("document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")
  expect(kept).not.toContain(tokens.uma)
})

it("a viewer looks and cannot send, decide or manage", async () => {
  const page = await on.open()
  const refused: string[] = []
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  await logIn(page, tokens.vic)
  await page.getByText("You may look at sessions, but not write in them.").waitFor()
  await page.getByRole("heading", { name: "What would you like to look at?" }).waitFor()
  await page.getByText("No sessions yet.").waitFor()
  expect(refused).toEqual([])
  await page.getByRole("link", { name: "Settings" }).click()
  await page.getByRole("link", { name: "Your grants" }).waitFor()
  expect(await page.getByRole("link", { name: "Users" }).count()).toBe(0)
  await page.goto(`${on.server.url}/settings/users`)
  await page.getByText("There is nothing here").waitFor()
  await page.goto(on.server.url)
  await page.getByText("You may look at sessions, but not write in them.").waitFor()
  expect([await composer(page).count(), await button(page, "Send").count()]).toEqual([0, 0])
  expect((await page.request.post(`${on.server.url}/v1/sessions`, { data: {} })).status()).toBe(403)
})

const CHANGES = [
  "Edit and send again in a branch",
  "Branch from here",
  "Go back to before this turn",
  "Hello, I am Tim, rename",
  "Session menu",
  "Send",
]

it("a user who becomes a viewer is offered nothing any more that is refused, without a reload", async () => {
  const token = (await on.server.pawl("users", "add", "tim", "--role", "user")).trim()
  const page = await on.open()
  await logIn(page, token)
  await begin(page, "Hello, I am Tim")
  await rests(page)
  const offered = async () => {
    const names = await page
      .getByRole("main")
      .getByRole("button")
      .evaluateAll((all) => all.map((each) => each.ariaLabel))
    return CHANGES.filter((name) => names.includes(name))
  }
  expect(await offered()).toEqual(CHANGES)
  await on.server.pawl("users", "set", "tim", "--role", "viewer")
  await button(page, "Branch from here").click()
  await page.getByText("You may look at sessions, but not write in them.").waitFor()
  expect(await offered()).toEqual(["Session menu"])
  await button(page.getByRole("main"), "Session menu").click()
  await page.getByRole("menuitem").first().waitFor()
  expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Export"])
})

it("a user who is locked out reads why there is a login again", async () => {
  const token = (await on.server.pawl("users", "add", "lou", "--role", "user")).trim()
  const page = await on.open()
  await logIn(page, token)
  await composer(page).fill("Half a thought")
  expect(await page.getByText("Your login has ended").count()).toBe(0)
  await on.server.pawl("users", "lock", "lou")
  await page.getByText("Your login has ended, or an admin has locked it.").waitFor()
})

it("an admin finds the sessions and requests of others, and is told whose they are", async () => {
  const uma = await on.open()
  await logIn(uma, tokens.uma)
  const id = await begin(uma, "Please edit the poem")
  await requests(uma).waitFor()
  const page = await on.open()
  await logIn(page, tokens.ann)
  await composer(page).waitFor()
  const link = page.locator(`a[href="/s/${id}"]`)
  expect(await link.count()).toBe(0)
  await page.getByRole("combobox", { name: "Whose sessions" }).selectOption("Everyone")
  await link.click()
  await page.getByText("Session of uma. What you do here is in the audit.").waitFor()
  await page.getByRole("link", { name: "Inbox" }).click()
  await requests(page).first().waitFor()
  await page.getByRole("main").getByRole("combobox", { name: "Whose sessions" }).selectOption("Mine")
  await page.getByText("Nothing waits for you").waitFor()
  await page.goto(`${on.server.url}/settings/users`)
  await button(page, "Manage: uma").click()
  await button(page, "Sessions of this user").click()
  await link.waitFor()
  await page.close()
  expect(await uma.getByRole("combobox", { name: "Whose sessions" }).count()).toBe(0)
})

it("an admin sees users, adds one, and sees the token once", async () => {
  const page = await on.open()
  await logIn(page, tokens.ann)
  await composer(page).waitFor()
  await page.goto(`${on.server.url}/settings/users`)
  await page.getByText("vic", { exact: true }).first().waitFor()
  await button(page, "Add user").first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("textbox", { name: "Name" }).fill("tom")
  await button(dialog, /Add/).click()
  await page
    .getByText(/pawl_[\w-]{10,}/)
    .first()
    .waitFor()
  expect(await requests(page).count()).toBe(0)
})
