// What the agent wants to do, and what the person makes of it: approved, denied, edited, granted, answered.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { answers, begin, button, conversation, requests, rests, say } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"
import { stories } from "./__fixtures__/stories.ts"
import type { Asked, Said } from "./__fixtures__/story-model.ts"

const FIFTY = Array.from({ length: 50 }, (_, place) => ({
  name: "write_file",
  arguments: { path: `many/${place + 1}.md`, content: "Hello\n" },
}))

/** Two files one after the other, and what became of each. */
function story(asked: Asked): Said {
  const { input, results } = asked
  if (input.includes("below blank lines"))
    return { calls: [{ name: "run_command", arguments: { command: `echo hi${"\n".repeat(41)}rm -rf everything` } }] }
  if (input.includes("long file"))
    return { calls: [{ name: "write_file", arguments: { path: "long.md", content: "Line\n".repeat(900) } }] }
  if (input.includes("fifty files")) return { calls: FIFTY }
  if (!input.includes("two files")) return stories(asked)
  const next = ["one.md", "two.md"][results.length]
  if (next === undefined) return { text: `The tools said: ${results.join(" | ")}` }
  // A file that has these words already would not be asked about.
  return { calls: [{ name: "write_file", arguments: { path: next, content: `${input}\n` } }] }
}

const on = stage({ story })
const inFolder = (name: string) => join(on.server.folder, name)

/** One after the other: a click counts only for the request that is shown. */
async function allow(page: Page, telling: string): Promise<void> {
  const card = page.getByRole("article", { name: new RegExp(`${telling}.*: Waiting for you`) })
  await button(card, "Allow once").click()
  await card.waitFor({ state: "detached" })
}

it("seven screenshots are renamed, each after an approval, and the files have their new names (M15, M16, L21)", async () => {
  const page = await on.open()
  await begin(page, "Please name my screenshots")
  for (let shot = 1; shot <= 7; shot++) {
    await requests(page).waitFor()
    expect(readdirSync(on.server.folder)).toContain(`Screenshot ${shot}.png`)
    await allow(page, `Screenshot ${shot}.png`)
  }
  await page.getByText("All seven screenshots have names").waitFor()
  const names = ["invoice", "train-ticket", "error-dialog", "garden", "receipt", "map", "menu"]
  expect(readdirSync(on.server.folder).filter((name) => name.endsWith(".png"))).toEqual(
    names.map((name) => `${name}.png`).sort(),
  )
  await expect.poll(() => page.getByRole("article", { name: /^Run command .*: Done/ }).count()).toBe(7)
})

it("a denied call does nothing, and the model reads the reason (L22, M16)", async () => {
  const page = await on.open()
  await begin(page, "Write two files")
  await button(page, "Deny…").click()
  await page.getByRole("textbox", { name: /Reason for the model/ }).fill("It is a secret.")
  await button(page, "Deny").click()
  await page.getByRole("article", { name: /two\.md.*Waiting for you/ }).waitFor()
  await allow(page, "two.md")
  await answers(page).getByText("It is a secret.").waitFor()
  expect([existsSync(inFolder("one.md")), existsSync(inFolder("two.md"))]).toEqual([false, true])
  await page.getByRole("article", { name: /one\.md.*Denied/ }).waitFor()
})

it("a person changes the arguments in a form, and the call runs with those (L21)", async () => {
  const page = await on.open()
  await begin(page, "Please write it down")
  await button(page, "Edit…").click()
  await button(page, "Run with these arguments").waitFor()
  await page.getByRole("textbox", { name: "path" }).fill("other.md")
  await button(page, "Run with these arguments").click()
  await page.getByText("It is written.").waitFor()
  expect(existsSync(inFolder("notes.md"))).toBe(false)
  expect(readFileSync(inFolder("other.md"), "utf8")).toBe("# Notes\n\nFirst line.\n")
})

it("a request shows the whole command, however many blank lines stand in it", async () => {
  const page = await on.open()
  await begin(page, "Run what stands below blank lines")
  const asked = requests(page).getByRole("region", { name: "What it asks about" })
  await asked.waitFor()
  expect(await asked.textContent()).toBe("$ echo hi\n⏎ ×40\nrm -rf everything")
})

it("a request says above its buttons how much of a long change is not shown, until it is", async () => {
  const page = await on.open()
  await begin(page, "Write a long file")
  await requests(page).getByText("300 lines are not shown.").waitFor()
  await button(requests(page), "Show all 900 lines").click()
  await requests(page).getByText("300 lines are not shown.").waitFor({ state: "detached" })
})

describe("wider grants (L21)", () => {
  it("a person reads what “always” covers; the next call of this kind is not asked about, in another session too", async () => {
    const page = await on.open()
    await begin(page, "Write two files")
    await button(page, "Always allow").click()
    await page.getByText("In all your sessions in this workspace").waitFor()
    await button(page, "Always allow").click()
    await page.getByText("The tools said:").waitFor()
    expect(await requests(page).count()).toBe(0)
    await page.getByRole("link", { name: "New session" }).click()
    await begin(page, "Write two files again")
    await page.getByText("The tools said:").waitFor()
    await page.getByRole("link", { name: "Settings" }).click()
    await page.getByRole("link", { name: "Your grants" }).click()
    await button(page, /^Revoke: write_file/).click()
    await button(page.getByRole("dialog"), "Revoke").click()
    await page.getByText("No grants").waitFor()
    await page.getByRole("link", { name: "New session" }).click()
    await begin(page, "Write two files once more")
    await requests(page).waitFor()
    await button(page, "Stop").click()
    await page.getByText("Stopped", { exact: true }).waitFor()
  })
})

it("a question is answered by one of its suggestions, and another one in own words (F11, X23)", async () => {
  const page = await on.open()
  await begin(page, "Please ask me")
  await requests(page).getByText("Which colour do you like?").waitFor()
  await button(page, "Blue").click()
  await page.getByText(/You said: .*Blue/).waitFor()
  await rests(page)
  await say(page, "Please ask me again")
  await page.getByRole("textbox", { name: "Your answer" }).fill("Rather violet")
  await button(page, "Send answer").click()
  await page.getByText(/You said: .*Rather violet/).waitFor()
})

/** Whether all of it is between the head of the page and the message field. */
async function isInSight(page: Page, shown: Locator): Promise<boolean> {
  const [box, list] = await Promise.all([shown.boundingBox(), conversation(page).boundingBox()])
  if (box === null || list === null) return false
  return box.y >= list.y && box.y + box.height <= list.y + list.height
}

it("the request of a session is in sight when it is opened, however many calls come after it, and so is the next one", async () => {
  const page = await on.open()
  await begin(page, "Write fifty files")
  await button(page, "Waiting for you: 1 of 50").waitFor()
  await expect.poll(() => isInSight(page, button(page, "Allow once"))).toBe(true)
  await page.reload()
  await expect.poll(() => isInSight(page, button(page, "Allow once"))).toBe(true)
  await allow(page, "many/1.md")
  await button(page, "Waiting for you: 2 of 50").waitFor()
  await expect.poll(() => isInSight(page, button(page, "Allow once"))).toBe(true)
  expect(await page.evaluate("document.scrollingElement.scrollTop")).toBe(0)
  // Who goes to the end finds back.
  await button(page, /Jump to latest|New messages/).click()
  await conversation(page).hover()
  await page.mouse.wheel(0, 9000)
  await expect.poll(() => isInSight(page, button(page, "Allow once"))).toBe(false)
  await button(page, "Waiting for you: 2 of 50").click()
  await expect.poll(() => isInSight(page, button(page, "Allow once"))).toBe(true)
  await button(page, "Stop").click()
  await page.getByText("Stopped", { exact: true }).waitFor()
})

/** A person who clicks and types on while a request appears: on each of its buttons, at the moment it is there. */
const PRESS_EARLY = `
  window.pressed = 0
  const known = new WeakSet()
  new MutationObserver(() => {
    for (const each of document.querySelectorAll("[data-request] button")) {
      if (known.has(each)) continue
      known.add(each)
      window.pressed++
      each.click()
    }
  }).observe(document.body, { childList: true, subtree: true })`

it("what is pressed at the moment a request appears settles and opens nothing (M15)", async () => {
  const page = await on.open()
  await page.evaluate(PRESS_EARLY)
  await begin(page, "Write two files, early")
  await expect.poll(() => button(page, "Allow once").isEnabled()).toBe(true)
  expect(await page.evaluate("window.pressed")).toBeGreaterThanOrEqual(3)
  expect(await button(page, "Edit…").isEnabled()).toBe(true)
  await button(page, "Stop").click()
  await page.getByText("Stopped", { exact: true }).waitFor()
})

it("a key that is held down since before a request appeared settles nothing, and pressed anew it does (M15)", async () => {
  const page = await on.open()
  await begin(page, "Write two files, more")
  await expect.poll(() => button(page, "Allow once").isEnabled()).toBe(true)
  await conversation(page).focus()
  await page.keyboard.down("Enter")
  await button(page, "Allow once").focus()
  for (let times = 0; times < 5; times++) await page.keyboard.down("Enter")
  await page.keyboard.up("Enter")
  expect(await page.getByRole("article", { name: /one\.md.*: Waiting for you/ }).count()).toBe(1)
  await page.keyboard.press("Enter")
  await page.getByRole("article", { name: /two\.md.*: Waiting for you/ }).waitFor()
  await button(page, "Stop").click()
  await page.getByText("Stopped", { exact: true }).waitFor()
})
