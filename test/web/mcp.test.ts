// MCP servers in the settings: an admin logs in to one in another tab, switches a tool off, and logs out.
import { afterAll, beforeAll, expect, it } from "vitest"
import { type LoginServer, loginServer } from "../../packages/agent/src/mcp/__fixtures__/login-server.ts"
import { button } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"

const on = stage()
let peer: LoginServer
let token = ""

beforeAll(async () => {
  peer = await loginServer()
  token = (await on.server.pawl("users", "add", "ann", "--role", "admin")).trim()
})
afterAll(() => peer.close())

it("an admin logs in to a server in another tab, and a tool that is switched off is off after a reload", async () => {
  const page = await on.open("/settings/mcp")
  // The cookie of this login is not sent when another site sends the browser back: the server begins a new navigation.
  await page.getByLabel("Token").fill(token)
  await button(page, "Log in").click()
  await button(page, "Add a server").click()
  const form = page.getByRole("dialog")
  await form.getByRole("textbox", { name: "Name" }).fill("shop")
  await form.getByRole("textbox", { name: "Address" }).fill(peer.url)
  await form.getByRole("button", { name: "Save and test" }).click()
  await page.getByText("It wants a person to log in.").waitFor()
  await button(page, "Log in").click()
  const link = page.getByRole("dialog").getByRole("link", { name: "Open the login page" })
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()])
  await tab.getByText("You are logged in to shop.").waitFor()
  await tab.close()
  await page.getByText("Logged in to “shop”.").first().waitFor()
  await button(page, "Tools").click()
  const greet = page.getByRole("switch", { name: "greet" })
  expect(await greet.isChecked()).toBe(true)
  await greet.click()
  await page.getByText("“greet” is off from the next turn.").waitFor()
  await page.reload()
  await button(page, "Tools").click()
  await greet.waitFor()
  expect(await greet.isChecked()).toBe(false)
  await button(page, "Log out").click()
  await page.getByText("Logged out of “shop”.").first().waitFor()
  await button(page, "Log in").waitFor()
})

it("the profiles and models of a workspace are listed with what they are", async () => {
  const page = await on.open("/settings/profiles")
  await page.getByLabel("Token").fill(token)
  await button(page, "Log in").click()
  const profiles = page.getByRole("list", { name: "Profiles of main" })
  await profiles.getByText("chat-service", { exact: true }).waitFor()
  expect(await profiles.getByRole("listitem").first().textContent()).toContain("Usual")
  expect(await page.getByRole("list", { name: "Models of main" }).textContent()).toContain("Provider: openai")
})
