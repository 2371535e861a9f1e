// Everyone can use it: on a phone, with keys only, in German.
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { answers, begin, button, composer, conversation, requests, rests } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"
import { stories } from "./__fixtures__/stories.ts"
import type { Asked, Said } from "./__fixtures__/story-model.ts"

const CODE = Array.from({ length: 30_000 }, (_, line) => `line ${line + 1}`).join("\n")
let goOn: () => void = () => {}

function story(asked: Asked): Said {
  if (!asked.input.includes("Much code")) return stories(asked)
  // In two pieces: a word each would take long.
  const [first, second] = [CODE.slice(0, CODE.indexOf("line 15001")), CODE.slice(CODE.indexOf("line 15001"))]
  const until = new Promise<void>((done) => {
    goOn = done
  })
  return { pieces: ["```ts\n", first, second, "\n```\n\nDone."], until }
}

const on = stage({ story })

/** How many pixels of the page stick out at the side. */
const overhang = (page: Page) =>
  page.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth")

describe("a screen of 360 pixels", () => {
  const phone = { viewport: { width: 360, height: 740 } }

  it("shows the sessions as a drawer, which closes when one is chosen", async () => {
    const page = await on.open("/", phone)
    await begin(page, "Hello from a phone")
    await rests(page)
    expect(await page.getByRole("navigation", { name: "Sessions" }).isVisible()).toBe(false)
    await button(page, "Show sessions").click()
    const drawer = page.getByRole("dialog", { name: "Sessions" })
    await drawer.getByRole("link", { name: "Inbox" }).click()
    await drawer.waitFor({ state: "detached" })
    await page.getByText("Nothing waits for you").waitFor()
  })

  it.each(["/s/nope", "/nowhere"])("%s is no dead end", async (path) => {
    const page = await on.open(path, phone)
    await page.getByRole("heading", { level: 1, name: "There is nothing here" }).waitFor()
    await button(page, "Show sessions").waitFor()
    await page.getByRole("main").getByRole("link", { name: "New session" }).click()
    await composer(page).waitFor()
  })

  it("has menus inside of it, and says a mode that is not the usual one", async () => {
    const page = await on.open("/", phone)
    await button(page, /^Approvals/).click()
    const menu = page.getByRole("menu", { name: "Approvals" })
    await menu.waitFor()
    const { x = -1, width = 0 } = (await menu.boundingBox()) ?? {}
    expect([x >= 0, x + width <= 360]).toEqual([true, true])
    await menu.getByRole("menuitemradio", { name: /Plan only/ }).click()
    await expect.poll(async () => (await page.getByText("Plan only").boundingBox())?.width ?? 0).toBeGreaterThan(30)
    expect(await overhang(page)).toBe(0)
  })

  it("needs no scrolling to the side, whatever an answer has in it", async () => {
    const page = await on.open("/", phone)
    expect(await overhang(page)).toBe(0)
    await begin(page, "Give me the tour")
    await conversation(page).getByText("A quotation.").waitFor()
    await rests(page)
    expect(await overhang(page)).toBe(0)
    await button(page, "What the agent does").click()
    const panel = page.getByRole("dialog")
    for (const tab of ["Context", "Tasks", "Timeline", "Files", "Effects", "Facts", "Cost"]) {
      await panel.getByRole("tab", { name: tab }).click()
      await panel.getByRole("tabpanel", { name: tab }).waitFor()
      expect(await overhang(page), tab).toBe(0)
    }
  })

  it("needs no scrolling to the side with a request, the inbox and all settings", async () => {
    const page = await on.open("/", phone)
    await begin(page, "Please edit the poem")
    await button(page, "Allow once").waitFor()
    expect(await overhang(page)).toBe(0)
    await page.goto(`${on.server.url}/inbox`)
    await requests(page).waitFor()
    expect(await overhang(page)).toBe(0)
    for (const name of [
      "",
      "you",
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
      await page
        .getByRole("heading", { level: name === "" ? 1 : 2 })
        .first()
        .waitFor()
      expect(await overhang(page), name).toBe(0)
    }
  })
})

describe("with keys only", () => {
  it("the first Tab leads past the list; a message is written, and its call approved", async () => {
    const page = await on.open("/inbox")
    await page.getByRole("heading", { name: "Inbox" }).waitFor()
    await page.keyboard.press("Tab")
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the page")
    await page.keyboard.press("Enter")
    await page.keyboard.press("n")
    await composer(page).waitFor()
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("composer")
    await page.keyboard.type("Please write it down")
    await page.keyboard.press("Enter")
    await requests(page).waitFor()
    await button(page, "Always allow").waitFor()
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("a")
    await expect.poll(() => requests(page).evaluate((group) => group.ownerDocument.activeElement === group)).toBe(true)
    // A request takes no input in its first moments: Tab passes its buttons by until then.
    await expect.poll(() => button(page, "Allow once").isEnabled()).toBe(true)
    // The diff comes first: it may scroll.
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Allow once")
    await page.keyboard.press("Enter")
    await answers(page).getByText("It is written.").waitFor()
    expect(existsSync(join(on.server.folder, "notes.md"))).toBe(true)
  })

  it("the palette opens by Ctrl-K and goes where it is told, and ? lists the keys", async () => {
    const page = await on.open()
    await composer(page).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Command palette" }).fill("inbox")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/inbox$/)
    await page.getByText("Nothing waits for you").or(requests(page)).first().waitFor()
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
  })

  it("a key counts right after a dialog is closed, before the browser has told so", async () => {
    const page = await on.open()
    await composer(page).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Command palette" }).waitFor()
    await page.evaluate(`
      document.querySelector("dialog").close()
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true, cancelable: true }))
    `)
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" })
    await sheet.waitFor()
    expect(await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")).toBeUndefined()
    expect(await sheet.isVisible()).toBe(true)
  })
})

it("a Tab leads to the request that waits", async () => {
  const page = await on.open()
  await begin(page, "Please edit the poem")
  await requests(page).waitFor()
  await button(page, "Go to the request").focus()
  await page.keyboard.press("Enter")
  await expect.poll(() => requests(page).evaluate((group) => group.ownerDocument.activeElement === group)).toBe(true)
})

describe("answers", () => {
  it("have lists, quotations and tables at the side where their words begin", async () => {
    const page = await on.open()
    await begin(page, "Something arabic")
    await rests(page)
    const sides = answers(page).locator("ul, blockquote, table, ol")
    await expect
      .poll(() =>
        sides.evaluateAll((all) => all.map((each) => each.ownerDocument.defaultView?.getComputedStyle(each).direction)),
      )
      .toEqual(["rtl", "rtl", "rtl", "ltr"])
  })

  it("that are one endless word are folded, and shown on demand", async () => {
    const page = await on.open()
    await begin(page, "An endless word")
    await answers(page).getByText("After the word.").waitFor()
    await rests(page)
    expect((await answers(page).textContent())?.length).toBeLessThan(10_000)
    await button(answers(page), /Show all, 300.kB/).click()
    await button(answers(page), "Show less").waitFor()
    expect(await answers(page).evaluate((answer) => (answer.textContent ?? "").length)).toBeGreaterThan(300_000)
  })

  it("that are very long code show its end while it is written, its language, and a way to copy all of it", async () => {
    const page = await on.open("/")
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await begin(page, "Much code")
    // The rest of it waits.
    await answers(page).getByText("line 15000").waitFor()
    await goOn()
    await rests(page)
    expect(await answers(page).getByText("line 1\n").count()).toBe(1)
    await answers(page).getByText("ts", { exact: true }).waitFor()
    await button(answers(page), "Copy code").click()
    await expect
      .poll(() => page.evaluate("navigator.clipboard.readText().then((text) => text.length)"))
      .toBe(CODE.length)
  })

  it("keep a formula in its own block", async () => {
    const page = await on.open()
    await begin(page, "A rule")
    await rests(page)
    await answers(page).locator("math").waitFor({ state: "attached" })
    expect(
      await answers(page)
        .locator(".words", { has: page.locator("math") })
        .evaluate((each) => each.ownerDocument.defaultView?.getComputedStyle(each).overflow),
    ).toBe("clip")
    const after = await answers(page).getByText("After the rule.").boundingBox()
    expect(after?.height).toBeGreaterThan(0)
  })
})

describe("German", () => {
  /** What is drawn beyond the right edge of the screen, though no box around it can be scrolled to it. */
  const CUT_OFF = `(() => {
    const cutOff = (each) => {
      const { right, width, height } = each.getBoundingClientRect()
      return width > 1 && height > 1 && right > innerWidth + 1 && each.checkVisibility({ opacityProperty: true })
    }
    const isScrolled = (each) => each.closest("pre, table, [tabindex='0']:not(.turns), .overflow-x-auto, [role=tablist]") !== null
    return [...document.querySelectorAll("body *")]
      .filter((each) => cutOff(each) && !isScrolled(each))
      .map((each) => each.tagName + "." + each.className + ": " + each.textContent.slice(0, 40))
  })()`

  it("fits on a screen of 360 pixels: cards in all states, requests, the panel and the settings", async () => {
    const page = await on.open("/", { locale: "de-DE", viewport: { width: 360, height: 740 } })
    const cutOff = () => page.evaluate(CUT_OFF)
    const send = async (words: string) => {
      await page.getByRole("textbox", { name: "Nachricht", exact: true }).fill(words)
      await button(page, "Senden").click()
    }
    expect(await cutOff()).toEqual([])
    await send("Do it twice")
    await button(page, "Einmal erlauben").first().waitFor()
    expect(await cutOff()).toEqual([])
    // The longest words that a mark has, on a card and in a request.
    await page
      .getByRole("region", { name: "Gespräch" })
      .getByText(/^(?:Wartet auf dich|Es verändert etwas\.)$/)
      .evaluateAll((all) => {
        for (const each of all) each.textContent = "Zurückgenommen: Das Modell wurde noch einmal gefragt"
      })
    expect(await cutOff()).toEqual([])
    await button(page, "Ablehnen …").first().click()
    expect(await cutOff()).toEqual([])
    await button(page, "Anhalten").click()
    await page.getByText("Angehalten", { exact: true }).first().waitFor()
    expect(await cutOff()).toEqual([])
    for (const name of ["you", "usage", "mcp", "plugins", "server", "users", "health"]) {
      await page.goto(`${on.server.url}/settings/${name}`)
      await page.getByRole("heading", { level: 2 }).first().waitFor()
      expect(await cutOff(), name).toEqual([])
    }
  })

  it("says what a preview would do", async () => {
    const page = await on.open("/", { locale: "de-DE" })
    await page.getByRole("textbox", { name: "Nachricht", exact: true }).fill("Add a stanza")
    await button(page, "Senden").click()
    await requests(page).getByText("poem.txt ersetzen").waitFor()
  })

  it("is chosen for a browser that prefers it, and page and numbers are in it", async () => {
    const page = await on.open("/", { locale: "de-DE" })
    const field = page.getByRole("textbox", { name: "Nachricht", exact: true })
    await field.fill("Guten Morgen")
    await button(page, "Senden").click()
    await page.getByText("You said: Guten Morgen").first().waitFor()
    expect(await page.evaluate("document.documentElement.lang")).toBe("de")
    await page.getByRole("link", { name: "Neue Sitzung" }).waitFor()
  })

  it("is chosen in the settings, at once, and in all tabs", async () => {
    const page = await on.open("/settings/you")
    const other = await on.tab(page, "/")
    await other.getByRole("heading", { name: "What shall we do?" }).waitFor()
    await page.getByRole("combobox", { name: "Language" }).selectOption("de")
    await page.getByRole("heading", { name: "Einstellungen" }).first().waitFor()
    await other.getByRole("textbox", { name: "Nachricht", exact: true }).waitFor()
    await page.reload()
    await page.getByRole("heading", { name: "Einstellungen" }).first().waitFor()
  })
})
