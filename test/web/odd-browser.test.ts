// Browsers that are not as they should be: one that denies its storage, and one whose clock is wrong.
import { expect, it } from "vitest"
import { begin, button, composer, conversation, requests, rests } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"

const on = stage()

it("where the browser denies its storage, the app is there and a message gets its answer", async () => {
  const page = await on.open()
  await page.addInitScript(
    'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("Denied", "SecurityError") } })',
  )
  await page.reload()
  await composer(page).waitFor()
  await begin(page, "Hello without storage")
  await conversation(page).getByText("You said: Hello without storage").waitFor()
  await rests(page)
})

it("where the browser keeps no files, it asks before a page is left that has some to send, and not when they are sent", async () => {
  const page = await on.open()
  await page.addInitScript(
    'Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("Denied", "SecurityError") } })',
  )
  await page.reload()
  const asked: string[] = []
  page.on("dialog", (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Attach files").click()])
  await chooser.setFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("milk\n") })
  await button(page, "Remove list.txt").waitFor()
  await page.reload()
  expect(asked).toEqual(["beforeunload"])
  const [again] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Attach files").click()])
  await again.setFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("milk\n") })
  await button(page, "Remove list.txt").waitFor()
  await begin(page, "Take it")
  await rests(page)
  await page.reload()
  await rests(page)
  expect(asked).toEqual(["beforeunload"])
})

it("on a device whose clock is three hours wrong, a request has its true age", async () => {
  const page = await on.open()
  await page.addInitScript("{ const now = Date.now; Date.now = () => now() + 3 * 3_600_000 }")
  await page.reload()
  await begin(page, "Please write it down")
  await button(requests(page), "Allow once").waitFor()
  await page.goto(`${on.server.url}/inbox`)
  const age = page.getByText(/^asked .* ago$/).first()
  await age.waitFor()
  expect(await age.textContent()).not.toMatch(/min|h /)
})

it.each([
  ["with its clipboard", ""],
  [
    "that has no clipboard for pages over plain HTTP",
    'Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined })',
  ],
])("an answer is copied in a browser %s", async (_, script) => {
  const page = await on.open()
  await page.context().grantPermissions(["clipboard-write"])
  await page.addInitScript(script)
  await page.reload()
  await begin(page, "Copy these words")
  await rests(page)
  await button(page, "Copy answer").click()
  await page.getByText("Copied", { exact: true }).waitFor({ state: "attached" })
  await composer(page).focus()
  await page.keyboard.press("Control+v")
  expect(await composer(page).inputValue()).toContain("You said: Copy these words")
})

it("a turn that cannot be drawn is replaced by a sentence, and the rest of the page works", async () => {
  const page = await on.open("/", { expected: /not iterable|reading|The above error/ })
  await begin(page, "First words")
  await rests(page)
  await page.route("**/transcript*", async (route) => {
    const response = await route.fetch()
    const page = await response.json()
    await route.fulfill({ response, json: { ...page, turns: [{ ...page.turns[0], messages: null }] } })
  })
  await page.reload()
  await page.getByRole("alert").getByText("This could not be shown").waitFor()
  await page.unroute("**/transcript*")
  await button(page, "New session")
    .or(page.getByRole("link", { name: "New session" }))
    .first()
    .click()
  await begin(page, "Second words")
  await conversation(page).getByText("You said: Second words").waitFor()
})
