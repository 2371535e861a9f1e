// Files with a message: chosen, pasted and dropped; and files that the agent changed: shown, put back, gone back to.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { begin, button, composer, rests, say } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"

const on = stage()
const textOf = (name: string) => readFileSync(join(on.server.folder, name), "utf8")

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const attached = (page: Page) => page.getByRole("list", { name: "Attachments" }).getByRole("listitem")

/** Runs in the page: an event with a file, as the browser makes it when a person pastes or drops one. */
const GIVE = `({ kind, name, base64 }) => {
  const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
  const data = new DataTransfer()
  data.items.add(new File([bytes], name, { type: name.endsWith(".png") ? "image/png" : "text/plain" }))
  const how = { bubbles: true, cancelable: true }
  const field = document.activeElement
  if (kind === "paste") field.dispatchEvent(new ClipboardEvent("paste", { ...how, clipboardData: data }))
  else
    for (const type of ["dragenter", "dragover", "drop"])
      field.dispatchEvent(new DragEvent(type, { ...how, dataTransfer: data }))
}`

async function give(page: Page, kind: "paste" | "drop", file: { readonly name: string; readonly base64: string }) {
  await composer(page).focus()
  await page.evaluate(`(${GIVE})(${JSON.stringify({ kind, ...file })})`)
}

/** Runs in the page: the names of what its database keeps. */
const KEPT = `new Promise((resolve) => {
  indexedDB.open("pawl", 1).onsuccess = ({ target }) => {
    target.result.transaction("files").objectStore("files").getAllKeys().onsuccess = ({ target }) => resolve(target.result)
  }
})`

/** A reload may overtake what the page still writes: it asks before it loses a file, and a file that was just removed comes back. */
const keeps = (page: Page, count: number) => expect.poll(() => page.evaluate(KEPT)).toHaveLength(count)

it("files come by the file chooser, by paste and by drop, and go with the message (T23)", async () => {
  const page = await on.open()
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Attach files").click()])
  await chooser.setFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("milk\nbread\n") })
  await give(page, "paste", { name: "pixel.png", base64: PNG })
  await give(page, "drop", { name: "more.txt", base64: Buffer.from("eggs\n").toString("base64") })
  await expect.poll(() => attached(page).count()).toBe(3)
  await button(page, "Remove more.txt").click()
  await expect.poll(() => attached(page).count()).toBe(2)
  await begin(page, "What is in these?")
  await page.getByText("You said:").waitFor()
  const message = page.getByRole("article", { name: "Message" })
  await message.getByRole("link", { name: /list\.txt/ }).waitFor()
  const picture = message.getByRole("img", { name: "pixel.png" })
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { readonly naturalWidth: number }).naturalWidth))
    .toBe(1)
})

it("files that wait to be sent are there after a reload, until they are removed or sent", async () => {
  const page = await on.open()
  await composer(page).waitFor()
  await give(page, "paste", { name: "pixel.png", base64: PNG })
  await give(page, "drop", { name: "more.txt", base64: Buffer.from("eggs\n").toString("base64") })
  await attached(page).getByText("more.txt").waitFor()
  await keeps(page, 2)
  await page.reload()
  await attached(page).getByRole("img", { name: "pixel.png" }).waitFor()
  await button(page, "Remove more.txt").click()
  await keeps(page, 1)
  await page.reload()
  await attached(page).getByRole("img", { name: "pixel.png" }).waitFor()
  expect(await attached(page).count()).toBe(1)
  await begin(page, "What is in it?")
  await page.getByRole("article", { name: "Message" }).getByRole("img", { name: "pixel.png" }).waitFor()
  await page.goto(on.server.url)
  await composer(page).waitFor()
  await keeps(page, 0)
  expect(await attached(page).count()).toBe(0)
})

it("a file that cannot be sent holds the message until it is removed", async () => {
  const page = await on.open()
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Attach files").click()])
  await chooser.setFiles({ name: "empty.txt", mimeType: "text/plain", buffer: Buffer.from("") })
  await attached(page).getByText("The file is empty").waitFor()
  await composer(page).fill("Look at this")
  await page.getByText("Remove the marked files first").waitFor()
  expect(await button(page, "Send").isDisabled()).toBe(true)
  await button(page, "Remove empty.txt").click()
  await expect.poll(() => button(page, "Send").isDisabled()).toBe(false)
})

it("one file more than a session takes is marked before it is sent, in a new session and in one that has some", async () => {
  const page = await on.open()
  const choose = async (...names: readonly string[]) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Attach files").click()])
    await chooser.setFiles(names.map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) })))
  }
  const marked = page.getByText("Only 5 files fit in a session")
  await choose("1.txt", "2.txt", "3.txt", "4.txt", "5.txt", "6.txt")
  await marked.waitFor()
  await button(page, "Remove 2.txt").click()
  await expect.poll(() => marked.count()).toBe(0)
  await begin(page, "Five of them")
  await rests(page)
  await choose("7.txt")
  await marked.waitFor()
})

it("a first message that the server refuses stays in the composer, and leaves no session behind", async () => {
  const page = await on.open()
  const count = async () => (await (await page.request.get(`${on.server.url}/v1/sessions`)).json()).sessions.length
  const before = await count()
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Attach files").click()])
  await chooser.setFiles({ name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 no") })
  await attached(page).getByText("broken.pdf").waitFor()
  await say(page, "Read this")
  await page.getByRole("status").getByText("broken.pdf").waitFor()
  expect([await count(), await composer(page).inputValue(), await attached(page).count()]).toEqual([
    before,
    "Read this",
    1,
  ])
})

it("a change is undone after a preview, and the file is back (L23)", async () => {
  const page = await on.open()
  const before = textOf("poem.txt")
  await begin(page, "Please edit the poem")
  await button(page, "Allow once").click()
  await page.getByText("The poem is changed.").waitFor()
  await rests(page)
  expect(textOf("poem.txt")).toContain("Roses are blue")
  await say(page, "/undo ")
  const dialog = page.getByRole("dialog")
  await dialog.getByText("Will be put back").waitFor()
  await dialog.getByText("poem.txt").click()
  await dialog.getByText("Roses are red").first().waitFor()
  expect(textOf("poem.txt")).toContain("Roses are blue")
  await button(dialog, "Undo").click()
  await dialog.waitFor({ state: "detached" })
  expect(textOf("poem.txt")).toBe(before)
})

it("going back to before a turn puts files and conversation back (L23)", async () => {
  const page = await on.open()
  await begin(page, "Hello")
  await rests(page)
  await say(page, "Please write it down")
  await button(page, "Allow once").click()
  await page.getByText("It is written.").waitFor()
  await rests(page)
  expect(existsSync(join(on.server.folder, "notes.md"))).toBe(true)
  await button(page.getByRole("region", { name: "Turn 2" }), "Go back to before this turn").click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("Will be removed, because it did not exist before").waitFor()
  await dialog.getByText("1 turn leaves the conversation.").waitFor()
  await button(dialog, "Go back").click()
  await dialog.waitFor({ state: "detached" })
  expect(existsSync(join(on.server.folder, "notes.md"))).toBe(false)
  await page.getByText("Taken back").first().waitFor()
  await say(page, "What now?")
  await page.getByText("You said: What now?").waitFor()
})
