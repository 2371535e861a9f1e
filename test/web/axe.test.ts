// axe-core finds nothing to complain about: on every page, with dialogs open, in both themes (WCAG 2.2 AA).
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { begin, button, composer, conversation, requests, rests, say } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]

interface Found {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** What is wrong on the page as it is now. The script comes by the debugger: the page's policy forbids one in the page. */
async function wrongs(page: Page): Promise<readonly string[]> {
  await page.evaluate(`if (globalThis.axe === undefined) { ${AXE} }`)
  // Half-faded things have no contrast yet.
  await page.evaluate(
    "Promise.all(document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity).map((each) => each.finished.catch(() => undefined)))",
  )
  const run = `axe.run({ runOnly: ${JSON.stringify(RULES)}, resultTypes: ["violations"] }).then((found) => found.violations)`
  const found = (await page.evaluate(run)) as readonly Found[]
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 300)} ${node.failureSummary}`),
  )
}

const on = stage()

describe.each(["light", "dark"] as const)("the %s theme", (colorScheme) => {
  const open = (path: string) => on.open(path, { colorScheme })

  it("the first page, the palette, the sheet of keys and a menu", async () => {
    const page = await open("/")
    await composer(page).waitFor()
    await page.getByRole("region", { name: "Three things to try" }).waitFor()
    expect(await wrongs(page)).toEqual([])
    await button(page, /^Model:/).click()
    await page.getByRole("menu").waitFor()
    expect(await wrongs(page)).toEqual([])
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Command palette" }).waitFor()
    expect(await wrongs(page)).toEqual([])
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.keyboard.press("Escape")
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
    expect(await wrongs(page)).toEqual([])
  })

  it("a session with every kind of text, its menus and all tabs of its panel", async () => {
    const page = await open("/")
    await begin(page, "Give me the tour")
    await conversation(page).getByText("A quotation.").waitFor()
    await rests(page)
    await page.getByText("Thoughts", { exact: true }).click()
    expect(await wrongs(page)).toEqual([])
    await say(page, "fail, please")
    await page.getByRole("alert").waitFor()
    await button(page, "Session menu").first().click()
    await page.getByRole("menu").waitFor()
    expect(await wrongs(page)).toEqual([])
    await page.getByRole("menuitem", { name: "Delete" }).click()
    await page.getByRole("dialog").waitFor()
    expect(await wrongs(page)).toEqual([])
    await page.keyboard.press("Escape")
    await button(page, "What the agent does").click()
    for (const tab of ["Context", "Tasks", "Timeline", "Files", "Effects", "Facts", "Cost"]) {
      await page.getByRole("tab", { name: tab }).click()
      await page.getByRole("tabpanel", { name: tab }).waitFor()
      await page.getByRole("tabpanel").getByRole("status").filter({ hasText: "Loading" }).waitFor({ state: "detached" })
      expect(await wrongs(page), tab).toEqual([])
    }
  })

  it("a request with each of its forms, the inbox, and the ways back", async () => {
    const page = await open("/")
    await begin(page, "Please edit the poem")
    await button(page, "Always allow").waitFor()
    expect(await wrongs(page)).toEqual([])
    for (const form of ["Allow for this session", "Always allow", "Edit…", "Deny…"]) {
      await button(page, form).click()
      await button(page, "Back").waitFor()
      expect(await wrongs(page), form).toEqual([])
      await button(page, "Back").click()
    }
    const session = page.url()
    await page.getByRole("link", { name: /^Inbox/ }).click()
    await button(requests(page), "Always allow").first().waitFor()
    expect(await wrongs(page)).toEqual([])
    await page.goto(session)
    await button(page, "Allow once").click()
    await conversation(page).getByText("The poem is changed.").waitFor()
    await page.getByRole("button", { name: /^Edit file poem/ }).click()
    expect(await wrongs(page)).toEqual([])
    await rests(page)
    await button(page, "Go back to before this turn").click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("poem.txt").first().click()
    expect(await wrongs(page)).toEqual([])
    await button(dialog, "Go back").click()
    await dialog.waitFor({ state: "detached" })
    await page.getByText("Taken back").first().waitFor()
    expect(await wrongs(page)).toEqual([])
  })

  it("a question", async () => {
    const page = await open("/")
    await begin(page, "Please ask me")
    await button(page, "Blue").waitFor()
    expect(await wrongs(page)).toEqual([])
    await button(page, "Blue").click()
    await rests(page)
    expect(await wrongs(page)).toEqual([])
  })

  it("all settings, and their forms", async () => {
    const page = await open("/settings/you")
    for (const name of [
      "you",
      "tokens",
      "grants",
      "usage",
      "profiles",
      "mcp",
      "plugins",
      "server",
      "users",
      "groups",
      "audit",
      "health",
    ]) {
      await page.goto(`${on.server.url}/settings/${name}`)
      await page.getByRole("heading", { level: 2 }).first().waitFor()
      await page.getByRole("main").getByText("Loading…").waitFor({ state: "detached" })
      expect(await wrongs(page), name).toEqual([])
    }
    for (const [name, open] of [
      ["mcp", "Add a server"],
      ["users", "Add user"],
      ["groups", "Add group"],
    ] as const) {
      await page.goto(`${on.server.url}/settings/${name}`)
      await button(page, open).first().click()
      await page.getByRole("dialog").waitFor()
      expect(await wrongs(page), open).toEqual([])
    }
  })

  it("a picture without a name is found: the look is a real one", async () => {
    const page = await open("/nowhere")
    await page.getByText("There is nothing here").waitFor()
    await page.evaluate("document.getElementById('page').append(Object.assign(new Image(), { src: '/pawl.svg' }))")
    expect(await wrongs(page)).toEqual([expect.stringContaining("image-alt")])
  })

  it("a page that is not there, on a phone, with the drawer open", async () => {
    const page = await on.open("/nowhere", { colorScheme, viewport: { width: 390, height: 844 } })
    await page.getByText("There is nothing here").waitFor()
    expect(await wrongs(page)).toEqual([])
    await page.goto(on.server.url)
    await button(page, "Show sessions").click()
    await page.getByRole("dialog", { name: "Sessions" }).waitFor()
    expect(await wrongs(page)).toEqual([])
  })
})
