// The server dies in the middle of an answer, and comes back.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { answers, begin, button, composer, conversation, requests, rests, say } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"
import type { Asked, Said } from "./__fixtures__/story-model.ts"

const COUNT = Array.from({ length: 40 }, (_, place) => `w${place + 1}`).join(" ")
let asked = 0

/** The first answer never gets to its end. */
function story({ input, results }: Asked): Said {
  if (input.includes("file") && results.length === 0)
    return { calls: [{ name: "write_file", arguments: { path: "a.md", content: "A\n" } }] }
  if (input.includes("endless") && results.length === 0)
    return { calls: [{ name: "run_command", arguments: { command: "touch begun; sleep 600" } }] }
  if (!input.includes("count")) return { text: `You said: ${input}` }
  return { text: `${COUNT} the-end`, ...(++asked === 1 && { until: new Promise(() => undefined) }) }
}

const on = stage({ story })

it("a server that is killed in the middle of an answer continues it after its restart: nothing is lost, nothing is there twice, and a banner says what goes on (L26, M16, T24)", async () => {
  const page = await on.open()
  await begin(page, "Please count")
  await answers(page).getByText("w20").waitFor()
  await on.server.kill("SIGKILL")
  const banner = page.getByText("The connection is lost.")
  await banner.waitFor()
  await answers(page).getByText("w20").waitFor()
  await say(page, "Are you there?")
  await on.server.start()
  await banner.waitFor({ state: "detached" })
  await answers(page).getByText("the-end").waitFor()
  await conversation(page).getByText("You said: Are you there?").waitFor()
  await rests(page)
  const words = async () => ((await conversation(page).textContent()) ?? "").match(/w\d+/g)?.join(" ")
  expect(await words()).toBe(COUNT)
  expect(await page.getByRole("article", { name: "Message" }).count()).toBe(2)
  await page.reload()
  await conversation(page).getByText("You said: Are you there?").waitFor()
  expect(await words()).toBe(COUNT)
  expect(await composer(page).inputValue()).toBe("")
})

it("a first message that finds no server waits on its page, and is sent when the server is back", async () => {
  const page = await on.open()
  await composer(page).waitFor()
  await on.server.kill("SIGKILL")
  await say(page, "Begin without a server")
  await page.getByText("Your message is sent as soon as it is back").waitFor()
  await on.server.start()
  await conversation(page).getByText("You said: Begin without a server").waitFor()
  await rests(page)
})

it.each([
  ["words", []],
  ["a list", [{ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("milk\n") }]],
])(
  "a message with %s that found no server outlives its page: it is sent when the session is opened again",
  async (what, files) => {
    const page = await on.open()
    const session = await begin(page, `Begin with ${what}`)
    await rests(page)
    await on.server.kill("SIGKILL")
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Attach files").click()])
    await chooser.setFiles(files)
    await expect.poll(() => page.getByRole("list", { name: "Attachments" }).count()).toBe(Math.min(files.length, 1))
    await say(page, `Look at ${what}`)
    await page.getByRole("list", { name: "Queue" }).getByText("The server cannot be reached.").waitFor()
    await page.close()
    await on.server.start()
    const later = await on.tab(page, `/s/${session}`)
    await conversation(later).getByText(`You said: Look at ${what}`).waitFor()
    for (const { name } of files) await conversation(later).getByRole("link", { name }).waitFor()
    await rests(later)
  },
)

it("a server that hangs is noticed when a message gets no answer; it is sent once, when the server goes on", async () => {
  const page = await on.open()
  await begin(page, "Hello")
  await rests(page)
  on.server.hang()
  try {
    await say(page, "Do you hang?")
    await conversation(page).getByText("The server has not answered yet.").waitFor()
    await page.getByText("The connection is lost.").waitFor()
  } finally {
    on.server.goOn()
  }
  await conversation(page).getByText("You said: Do you hang?").waitFor()
  await page.getByText("The connection is lost.").waitFor({ state: "detached" })
  await rests(page)
  expect(await page.getByRole("article", { name: "Message" }).count()).toBe(2)
  expect(await page.getByText("The server has not answered yet.").count()).toBe(0)
})

it("an approval that found no server says so, and no more when it is back: then it is taken", async () => {
  const page = await on.open()
  await begin(page, "Make a file")
  await button(requests(page), "Allow once").waitFor()
  await on.server.kill("SIGKILL")
  await button(requests(page), "Allow once").click()
  const problem = requests(page).getByText("The server cannot be reached right now.")
  await problem.waitFor()
  await on.server.start()
  await problem.waitFor({ state: "detached" })
  await button(requests(page), "Allow once").click()
  await conversation(page).getByText("You said: Make a file").waitFor()
})

it("a command that was cut off by a kill has an unknown outcome, which a person ticks off and tells the model", async () => {
  const page = await on.open()
  await begin(page, "Run the endless command")
  await button(requests(page), "Allow once").click()
  await expect.poll(() => existsSync(join(on.server.folder, "begun"))).toBe(true)
  await on.server.kill("SIGKILL")
  await on.server.start()
  await button(page, /1 unknown outcome/).click()
  const list = page.getByRole("tabpanel")
  await list.getByRole("textbox", { name: /^Note/ }).fill("I looked: it is there.")
  await button(list, "It happened").click()
  await list.getByText("found: it happened.").waitFor()
  await button(page, /unknown outcome/).waitFor({ state: "detached" })
  await conversation(page).getByText("I looked: it is there.").first().waitFor()
  await rests(page)
})
