// What a person sees of the work: the parts of the context, an answer whatever the model says, and who set a setting.
import { expect, it } from "vitest"
import { answers, begin, button, conversation, requests, rests } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"
import { stories } from "./__fixtures__/stories.ts"
import type { Asked, Said } from "./__fixtures__/story-model.ts"

const story = (asked: Asked): Said => (asked.input.includes("silence") ? { text: "" } : stories(asked))
const on = stage({ story, env: { PAWL_SERVE_AUDIT_KEEP_DAYS: "7" } })

const numberIn = (words: string) => Number(words.replaceAll(/\D/g, ""))

it("L3: the parts of the context, what is kept and what is free are the whole window", async () => {
  const page = await on.open()
  await begin(page, "Hello")
  await rests(page)
  await button(page, "What the agent does").click()
  await page.getByRole("tab", { name: "Context" }).click()
  const rows = page.getByRole("table", { name: "Parts of the context" }).getByRole("row")
  await rows.filter({ hasText: "Tools" }).waitFor()
  const tokens = await rows.getByRole("cell").filter({ hasNotText: "%" }).allTextContents()
  const window = numberIn((await page.getByText(/^of [\d,]+ tokens$/).textContent()) ?? "")
  expect(tokens).toHaveLength(6)
  expect(tokens.map(numberIn).reduce((sum, each) => sum + each, 0)).toBe(window)
  expect(numberIn(tokens[1] ?? "")).toBeGreaterThan(100)
})

it("L10: a model that says nothing, again and again, leaves no turn without words", async () => {
  const page = await on.open()
  await begin(page, "silence")
  await rests(page)
  await expect
    .poll(() => conversation(page).getByRole("article", { name: "Answer" }).or(page.getByRole("alert")).count())
    .toBeGreaterThan(0)
  const words = await answers(page).or(page.getByRole("alert")).last().textContent()
  expect(words).toMatch(/\w{3}/)
})

it("M22: a saved setting survives a restart; what the environment sets says so and cannot be changed", async () => {
  const page = await on.open("/settings/server")
  await page.getByText("Locked: the environment variable PAWL_SERVE_AUDIT_KEEP_DAYS sets it.").waitFor()
  const locked = page.getByLabel("Keep the audit for … days")
  expect([await locked.inputValue(), await locked.isDisabled()]).toEqual(["7", true])
  await page.getByRole("textbox", { name: "Notice" }).fill("Lunch is at noon")
  await button(page, "Save").click()
  await button(page, "Back to default").waitFor()
  await on.server.kill("SIGTERM")
  await on.server.start()
  await page.reload()
  await page.getByText("Lunch is at noon").first().waitFor()
  expect(await page.getByRole("textbox", { name: "Notice" }).inputValue()).toBe("Lunch is at noon")
})

it("the timeline of a turn is zoomed and gone through, and a bar leads to the exact request and the raw facts", async () => {
  const page = await on.open()
  await begin(page, "Be busy, please")
  await button(requests(page), "Allow once").first().waitFor()
  await button(page, "Stop").click()
  await button(page, "Copy answer").or(button(page, "Try again")).first().waitFor()
  await button(page, "What the agent does").click()
  await page.getByRole("tab", { name: "Timeline" }).click()
  const model = page.getByRole("option", { name: /model/i }).first()
  const width = async () => (await model.boundingBox())?.width ?? 0
  await model.waitFor()
  const before = await width()
  await button(page, "Zoom in").click()
  await expect.poll(width).not.toBe(before)
  await button(page, "Show all").click()
  await expect.poll(width).toBe(before)
  const moment = page.getByRole("slider", { name: "Moment" })
  await moment.focus()
  await page.keyboard.press("End")
  await expect.poll(() => moment.getAttribute("aria-valuetext")).not.toBe("Drag to go through the time.")
  await model.click()
  await page.getByText("model-asked").first().waitFor()
  await button(page, "Request and answer").click()
  const dialog = page.getByRole("dialog", { name: /Request and answer 1\.1/ })
  await dialog.getByText("Be busy, please").first().waitFor()
})
