// Talking: stop, queue, steer, reload in the middle, drafts, attachments, branches, and answers that are meant to harm.
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { answers, begin, button, composer, conversation, rests, say, sessionOf } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"
import { stories } from "./__fixtures__/stories.ts"
import type { Asked, Said } from "./__fixtures__/story-model.ts"

const COUNT = Array.from({ length: 40 }, (_, place) => `w${place + 1}`).join(" ")

/** What waits for its second half, by a word of the message. */
const gates = new Map<string, () => void>()

function held(name: string): Promise<void> {
  return new Promise((done) => gates.set(name, done))
}

function release(name: string): void {
  gates.get(name)?.()
}

const said: string[] = []

function story(asked: Asked): Said {
  said.push(asked.input)
  const name = /count (\w+)/.exec(asked.input)?.[1]
  if (name !== undefined) return { text: `${COUNT} end-of-${name}`, until: held(name) }
  return stories(asked)
}

const on = stage({ story, config: { approvalModes: ["ask", "edits", "plan", "auto"] } })

/** The first half has come, the second waits. */
async function halfway(page: Page): Promise<void> {
  await answers(page).getByText("w20").waitFor()
}

const wordsOf = async (page: Page) => ((await answers(page).last().textContent()) ?? "").match(/w\d+/g)?.join(" ")

it("Stop ends the turn, keeps what was said, and the session goes on (L30)", async () => {
  const page = await on.open()
  await begin(page, "count stop")
  await halfway(page)
  await button(page, "Stop").click()
  await page.getByText("Stopped", { exact: true }).waitFor()
  await answers(page).filter({ hasText: "w20" }).waitFor()
  await say(page, "And now?")
  await answers(page).filter({ hasText: "And now?" }).waitFor()
})

it.each([
  ["Escape", (page: Page) => page.keyboard.press("Escape")],
  ["a click on Stop", (page: Page) => button(page, "Stop").click()],
])("after %s the next letters are a message, and no keys of the page", async (name, stop) => {
  const page = await on.open()
  const session = await begin(page, `count ${name.split(" ")[0]}`)
  await halfway(page)
  await composer(page).focus()
  await stop(page)
  await page.keyboard.type("no, not so")
  await page.getByText("Stopped", { exact: true }).waitFor()
  expect([sessionOf(page), await composer(page).inputValue()]).toEqual([session, "no, not so"])
})

/** How far the end of the conversation is. */
const toEnd = (page: Page) =>
  conversation(page).evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop)

/** After each frame. */
const WATCH_END = `
  window.farthest = 0
  const list = document.querySelector(".turns")
  const look = () => requestAnimationFrame(() => setTimeout(() => {
    window.farthest = Math.max(window.farthest, list.scrollHeight - list.clientHeight - list.scrollTop)
    look()
  }))
  look()`

describe("the end of an answer", () => {
  it("is in sight all the time while a long one is written, until the person scrolls up", async () => {
    const page = await on.open()
    await begin(page, "count end")
    await halfway(page)
    await say(page, "A long answer, please")
    await page.evaluate(WATCH_END)
    release("end")
    await conversation(page).getByText("A quotation.").nth(3).waitFor()
    expect(await page.evaluate("window.farthest")).toBeLessThan(100)
    await conversation(page).hover()
    await page.mouse.wheel(0, -600)
    await rests(page)
    expect(await toEnd(page)).toBeGreaterThan(400)
  })

  it("is in sight when cards came and went beside an open panel", async () => {
    const page = await on.open()
    await begin(page, "Hello")
    await rests(page)
    await button(page, "What the agent does").click()
    await button(page, /^Approvals/).click()
    await page.getByRole("menuitemradio", { name: /^Automatic/ }).click()
    await say(page, "Be busy")
    await conversation(page).getByText("There are seven screenshots").waitFor()
    await rests(page)
    await expect.poll(() => toEnd(page)).toBeLessThanOrEqual(2)
  })
})

it("messages wait in a queue while it works; they can be edited and removed, and are answered in their order (M17)", async () => {
  const page = await on.open()
  await begin(page, "count queue")
  await halfway(page)
  for (const words of ["first after", "second after", "third after"]) await say(page, words)
  const queue = page.getByRole("list", { name: "Queue" }).getByRole("listitem")
  await expect.poll(() => queue.count()).toBe(3)
  await button(queue.filter({ hasText: "second after" }), "Remove from the queue").click()
  await expect.poll(() => queue.count()).toBe(2)
  await button(queue.filter({ hasText: "third after" }), "Edit").click()
  await expect.poll(() => composer(page).inputValue()).toBe("third after")
  await say(page, "third, corrected")
  release("queue")
  await conversation(page).getByText("You said: first after").waitFor()
  await conversation(page).getByText("You said: third, corrected").waitFor()
  expect(await conversation(page).getByText("second after").count()).toBe(0)
  expect(await wordsOf(page)).toBe(undefined)
})

it("Ctrl-Enter says something into the turn that runs", async () => {
  const page = await on.open()
  await begin(page, "count steer")
  await halfway(page)
  await composer(page).fill("Be quick, please")
  await Promise.all([page.waitForResponse(/\/messages$/), composer(page).press("Control+Enter")])
  // It stands in the queue for a moment, or in the turn already.
  await page.getByText("Be quick, please", { exact: true }).first().waitFor()
  release("steer")
  await conversation(page).getByText("You said: Be quick, please").waitFor()
  expect(await page.getByRole("region", { name: /^Turn / }).count()).toBe(1)
})

it("a reload in the middle of an answer shows what there was, and the rest as it comes, nothing twice (L26, M24)", async () => {
  const page = await on.open()
  await begin(page, "count reload")
  await halfway(page)
  await page.reload()
  await halfway(page)
  release("reload")
  await answers(page).getByText("end-of-reload").waitFor()
  expect(await wordsOf(page)).toBe(COUNT)
  await rests(page)
  await page.reload()
  await answers(page).getByText("end-of-reload").waitFor()
  expect(await wordsOf(page)).toBe(COUNT)
})

it("thoughts are folded, and open on a click (F14)", async () => {
  const page = await on.open()
  await begin(page, "Give me the tour")
  // They are folded again when the answer is complete.
  await rests(page)
  const thoughts = page.getByText("The person wants to see what Markdown looks like.")
  expect(await thoughts.isVisible()).toBe(false)
  // Code and formulas of the answer are coloured and set a moment later, which can move the line away from under the pointer.
  const open = async () => {
    if (!(await thoughts.isVisible())) await page.getByText("Thoughts", { exact: true }).click()
    return thoughts.isVisible()
  }
  await expect.poll(open).toBe(true)
})

describe("drafts", () => {
  it("survive a reload, for each session its own", async () => {
    const page = await on.open()
    await composer(page).fill("Half a thought")
    await page.reload()
    await expect.poll(() => composer(page).inputValue()).toBe("Half a thought")
    await composer(page).fill("Hello")
    await composer(page).press("Enter")
    await page.waitForURL(/\/s\//)
    await conversation(page).getByText("You said: Hello").waitFor()
    await expect.poll(() => composer(page).inputValue()).toBe("")
    await composer(page).fill("Not yet sent")
    await page.getByRole("link", { name: "New session" }).click()
    await page.waitForURL(/\/$/)
    await expect.poll(() => composer(page).inputValue()).toBe("")
    await page.goBack()
    await expect.poll(() => composer(page).inputValue()).toBe("Not yet sent")
  })

  it("are not lost with a session that is deleted elsewhere", async () => {
    const page = await on.open()
    const session = await begin(page, "Hello, soon gone")
    await rests(page)
    await composer(page).fill("Half a thought")
    expect((await page.request.delete(`${on.server.url}/v1/sessions/${session}`)).ok()).toBe(true)
    await page.getByText("You were writing:").waitFor()
    await button(page, "Use it in a new session").click()
    await expect.poll(() => composer(page).inputValue()).toBe("Half a thought")
  })

  it("what could not be sent stays with the reason, and is sent again", async () => {
    const page = await on.open()
    await begin(page, "Hello")
    await rests(page)
    await page.route("**/messages", (route) => route.abort())
    await say(page, "Words that matter")
    const queue = page.getByRole("list", { name: "Queue" })
    await queue.getByText("Words that matter").waitFor()
    await queue.getByRole("alert").waitFor()
    await page.unroute("**/messages")
    await button(queue, "Send again").click()
    await conversation(page).getByText("You said: Words that matter").waitFor()
  })
})

it("a turn that fails says why and can be tried again", async () => {
  const page = await on.open()
  await begin(page, "fail, please")
  await button(page.getByRole("alert"), "Try again").click()
  await expect.poll(() => said.filter((words) => words.includes("fail, please")).length).toBe(2)
})

describe("branches", () => {
  const edit = async (page: Page) => {
    await page.getByRole("article", { name: "Message" }).hover()
    await button(page, "Edit and send again in a branch").click()
  }

  it("a message is edited in the composer, with its files, and sent in a branch; the old session stays", async () => {
    const page = await on.open()
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Attach files").click()])
    await chooser.setFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("milk\n") })
    const first = await begin(page, "Good evning")
    await rests(page)
    await edit(page)
    await page.getByText("Editing a message.").waitFor()
    await expect.poll(() => composer(page).inputValue()).toBe("Good evning")
    await button(page, "Remove list.txt").waitFor()
    await say(page, "Good evening")
    await conversation(page).getByText("You said: Good evening").waitFor()
    expect(sessionOf(page)).not.toBe(first)
    expect(await conversation(page).getByText("Good evning").count()).toBe(0)
    await page
      .getByRole("article", { name: "Message" })
      .getByRole("link", { name: /list\.txt/ })
      .waitFor()
    await page.goto(`${on.server.url}/s/${first}`)
    await conversation(page).getByText("You said: Good evning").waitFor()
    expect(await conversation(page).getByText("Good evening").count()).toBe(0)
    expect(await page.getByText("Editing a message.").count()).toBe(0)
  })

  it("an edit survives a reload; one that is cancelled leaves no session behind, and what was written before is there again", async () => {
    const page = await on.open()
    const count = async () => (await (await page.request.get(`${on.server.url}/v1/sessions`)).json()).sessions.length
    await begin(page, "Good morning")
    await rests(page)
    const before = await count()
    await composer(page).fill("Half a thought")
    for (let times = 0; times < 3; times++) await edit(page)
    await expect.poll(() => composer(page).inputValue()).toBe("Good morning")
    await page.reload()
    await expect.poll(() => composer(page).inputValue()).toBe("Good morning")
    await button(page, "Cancel").click()
    await expect.poll(() => composer(page).inputValue()).toBe("Half a thought")
    expect(await count()).toBe(before)
  })

  it("“branch from here” has the turns up to this one, and goes its own way", async () => {
    const page = await on.open()
    const first = await begin(page, "One")
    await rests(page)
    await say(page, "Two")
    await conversation(page).getByText("You said: Two").waitFor()
    await rests(page)
    await button(page.getByRole("region", { name: "Turn 1" }), "Branch from here").click()
    await expect.poll(() => sessionOf(page)).not.toBe(first)
    const told = (await page.getByText("This is a branch.").boundingBox()) ?? { x: 0, width: 9999 }
    await conversation(page).getByText("You said: One").waitFor()
    // It covers nothing that is read or written.
    expect(told.x + told.width).toBeLessThanOrEqual((await conversation(page).boundingBox())?.x ?? 0)
    expect(await conversation(page).getByText("You said: Two").count()).toBe(0)
    await say(page, "Another two")
    await conversation(page).getByText("You said: Another two").waitFor()
  })

  it("a branch says of which session it is, and what it asks counts in the inbox and in the title", async () => {
    const page = await on.open()
    const first = await begin(page, "Root")
    await rests(page)
    await button(page, "Branch from here").click()
    await expect.poll(() => sessionOf(page)).not.toBe(first)
    await page.getByRole("link", { name: "Root Branch of Root" }).waitFor()
    expect(await page.getByRole("link", { name: "Root", exact: true }).count()).toBe(1)
    await say(page, "Please write it down")
    await page.getByRole("link", { name: /^Inbox\s*1/ }).waitFor()
    await expect.poll(() => page.title()).toBe("(1) Root · Pawl")
  })
})
