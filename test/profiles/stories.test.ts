// Each profile's own story, end to end over the real wire, as its document describes it.
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { plainText } from "../../packages/agent/src/contracts/content.ts"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import { call, type Script, type ScriptReply, scripted } from "../../packages/agent/src/model/scripted.ts"
import { openAiObjections } from "../../packages/agent/src/model/strict/history.ts"
import { FakeClock } from "../../packages/agent/src/testing/fake-clock.ts"
import { modelServer } from "../../packages/agent/src/testing/model-server.ts"
import { type Tool, tool } from "../../packages/agent/src/tools/tool.ts"

const LONG = 1e13
const TITLES = ["Invoice", "Tickets", "Recipe", "Garden", "Lecture", "Warranty", "Map"]

/** Seven screenshots in a folder in memory, with tools that really rename them. */
function folder() {
  const files = new Map(TITLES.map((title, index) => [`shot${index + 1}.png`, title]))
  const path = { type: "object", properties: { path: { type: "string" } }, required: ["path"] } as const
  const move = {
    type: "object",
    properties: { from: { type: "string" }, to: { type: "string" } },
    required: ["from", "to"],
  } as const
  const run = {
    list: () => [...files.keys()].join("\n"),
    ocr: ({ path: file }: { path?: unknown }) => files.get(String(file)) ?? Promise.reject(new Error(`no ${file}`)),
    move: ({ from, to }: { from?: unknown; to?: unknown }) => {
      const title = files.get(String(from))
      if (title === undefined) throw new Error(`There is no ${from}.`)
      files.delete(String(from))
      files.set(String(to), title)
      return `Moved ${from} to ${to}.`
    },
  }
  const tools: readonly Tool[] = [
    tool({ name: "list_directory", description: "", input: { type: "object" }, effect: "read", run: run.list }),
    tool({ name: "ocr_image", description: "", input: path, effect: "read", run: run.ocr }),
    tool({ name: "move_file", description: "", input: move, approval: false, effect: "once", run: run.move }),
  ]
  return { files, tools }
}

/** One reply per request, in order, however often the model is asked. */
function inTurn(replies: readonly ScriptReply[]): Script {
  const next = replies.values()
  return () => next.next().value ?? "I have nothing more to say."
}

async function playTurn(profile: string, script: Script, options: { tools?: readonly Tool[]; say?: string } = {}) {
  const clock = new FakeClock()
  await using server = await modelServer({ script })
  const model = modelFrom("openai:m", { baseUrl: server.openai, apiKey: "k", env: {} })
  // A judge that knows the story: an answer that says that something remains, or asks which, is not finished.
  const judge = scripted(({ said }) => {
    const { answer, calls } = JSON.parse(said) as { answer: string; calls: readonly { tool: string }[] }
    const isFalse = answer.includes("have renamed all") && !calls.some(({ tool }) => tool === "move_file")
    return isFalse || /remaining|Which/.test(answer) ? "unfinished" : "finished"
  })
  await using agent = await createAgent({ model, judge, tools: options.tools ?? [], clock, profile, approve: "auto" })
  const session = await agent.open()
  const events: Event[] = []
  const following = (async () => {
    for await (const event of session.send(options.say ?? "Go")) events.push(event)
  })()
  await clock.run(following, LONG)
  for (const { body } of server.requests) expect(openAiObjections(body.messages as never)).toEqual([])
  const facts = await session.facts()
  const end = events.at(-1)
  if (end?.type !== "turn-end") throw new Error("The story has no end.")
  const calls = facts.flatMap((fact) => (fact.type === "tool-started" ? [fact.name] : []))
  return { end, events, facts, calls, requests: server.requests, messages: await session.messages() }
}

const types = (events: readonly Event[]) => events.map(({ type }) => type)
const answersOf = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === "nudge" ? [event.reason] : []))

describe("chat-service", () => {
  it("runs calls in order and pairs their results, then ends with text (T2)", async () => {
    const { tools } = folder()
    const both = [call("ocr_image", { path: "shot1.png" }), call("ocr_image", { path: "shot2.png" })]
    const { end, messages, calls } = await playTurn(
      "chat-service",
      inTurn([{ calls: both }, "An invoice and tickets."]),
      {
        tools,
      },
    )
    expect(end).toMatchObject({ outcome: "completed", text: "An invoice and tickets." })
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "assistant"])
    expect(calls).toEqual(["ocr_image", "ocr_image"])
  })

  it("asks once, without tools, when there are none (T1)", async () => {
    const { end, requests } = await playTurn("chat-service", inTurn(["Hello."]))
    expect(end).toMatchObject({ outcome: "completed", text: "Hello." })
    expect(requests).toHaveLength(1)
    expect(requests[0]?.body).not.toHaveProperty("tools")
  })

  it("stops after 20 model calls (T3), and accepts an empty answer", async () => {
    let asked = 0
    const { tools } = folder()
    const always: Script = () => ({ calls: [call("ocr_image", { path: `shot${(asked++ % 7) + 1}.png` })] })
    const { end, requests } = await playTurn("chat-service", always, { tools })
    expect(requests).toHaveLength(20)
    expect(end).toMatchObject({ outcome: "failed", error: { message: "Max tool iterations reached" } })
    expect((await playTurn("chat-service", inTurn([{ text: "" }]))).end).toMatchObject({
      outcome: "completed",
      text: "",
    })
  })
})

describe("local-desktop", () => {
  const rename = (index: number): readonly ScriptReply[] => [
    { calls: [call("ocr_image", { path: `shot${index}.png` })] },
    { calls: [call("move_file", { from: `shot${index}.png`, to: `${TITLES[index - 1]?.toLowerCase()}.png` })] },
  ]
  const say = "Rename all screenshots in this folder after what OCR reads in them."
  const list: ScriptReply = { calls: [call("list_directory")] }
  const done = "Done: all 7 screenshots are renamed: invoice, tickets, recipe, garden, lecture, warranty and map."

  it("renames seven screenshots by OCR: 1 list, 7 OCR, 7 moves, in order, one summary (L1)", async () => {
    const { files, tools } = folder()
    const script = inTurn([list, ...[1, 2, 3, 4, 5, 6, 7].flatMap(rename), done])
    const { end, calls } = await playTurn("local-desktop", script, { tools, say })
    expect(end).toMatchObject({ outcome: "completed", text: done })
    expect(calls).toEqual(["list_directory", ...Array.from({ length: 7 }, () => ["ocr_image", "move_file"]).flat()])
    expect([...files.keys()]).toEqual(TITLES.map((title) => `${title.toLowerCase()}.png`))
  })

  it("nudges an answer that stops half-way, retracts it on screen, and finishes (L7)", async () => {
    const { files, tools } = folder()
    const half = "I have renamed 3 of the files. 4 remaining files still need to be processed."
    const script = inTurn([list, ...[1, 2, 3].flatMap(rename), half, ...[4, 5, 6, 7].flatMap(rename), done])
    const { end, events } = await playTurn("local-desktop", script, { tools, say })
    expect(answersOf(events)).toEqual(["unfinished"])
    expect(types(events)).toContain("answer-discarded")
    expect(end).toMatchObject({ outcome: "completed", text: done })
    expect(files.size).toBe(7)
    expect(files.has("map.png")).toBe(true)
  })

  it("nudges a needless question at most 3 times, then shows its text (L8)", async () => {
    const { tools } = folder()
    const which = "Which ones should I process?"
    const { end, events } = await playTurn("local-desktop", inTurn([list, which, which, which, which]), { tools, say })
    expect(answersOf(events)).toEqual(["unfinished", "unfinished", "unfinished"])
    expect(end).toMatchObject({ outcome: "completed", text: which })
  })

  it("forces a summary without tools after two empty answers; a fixed text replaces an empty summary (L10, L11)", async () => {
    const { tools } = folder()
    const { end, requests } = await playTurn(
      "local-desktop",
      inTurn([list, { text: "" }, { text: "" }, "7 files, none renamed."]),
      { tools, say },
    )
    expect(end).toMatchObject({ text: "7 files, none renamed." })
    const last = requests.at(-1)
    expect(last?.body).not.toHaveProperty("tools")
    expect(last?.raw).toMatch(/Do not invent anything/)
    const silent = await playTurn("local-desktop", inTurn([list, ...Array.from({ length: 6 }, () => ({ text: "" }))]), {
      tools,
      say,
    })
    expect(silent.end.text).toMatch(/\S/)
  })

  it("does not run an identical call twice, and ends the loop at the third (L13)", async () => {
    const { tools } = folder()
    const again: ScriptReply = { calls: [call("ocr_image", { path: "shot1.png" })] }
    const { calls, events, end } = await playTurn("local-desktop", inTurn([again, again, again, "It is an invoice."]), {
      tools,
    })
    expect(calls).toEqual(["ocr_image"])
    expect(answersOf(events)).toEqual(["repeated-call"])
    expect(end.text).toBe("It is an invoice.")
  })

  it("withholds a tool that failed three times from the next request (L14)", async () => {
    const { tools } = folder()
    const miss = (name: string): ScriptReply => ({ calls: [call("ocr_image", { path: name })] })
    const script = inTurn([miss("a"), miss("b"), miss("c"), "OCR does not work here, so nothing could be read."])
    const { requests, end } = await playTurn("local-desktop", script, { tools })
    const offered = (at: number) => JSON.stringify(requests[at]?.body.tools)
    expect(offered(2)).toContain("ocr_image")
    expect(offered(3)).not.toContain("ocr_image")
    expect(end.outcome).toBe("completed")
  })

  it("flags a claim that no call supports (L12)", async () => {
    const { tools } = folder()
    const claim = "I have renamed all 7 files as you asked."
    const { events } = await playTurn(
      "local-desktop",
      inTurn([list, claim, "Nothing was renamed yet: I could not read the files."]),
      { tools, say },
    )
    expect(answersOf(events)).toEqual(["unfinished"])
  })

  it("samples calls and prose differently (L29)", async () => {
    const { tools } = folder()
    const { requests } = await playTurn("local-desktop", inTurn([list, { text: "" }, { text: "" }, "7 files."]), {
      tools,
    })
    expect(requests[0]?.body).toMatchObject({ temperature: 0.1, top_p: 0.2 })
    expect(requests.at(-1)?.body).toMatchObject({ temperature: 0.7, top_p: 0.9 })
  })
})

describe("xml-tools", () => {
  const xml = (name: string, fields: string) =>
    `<tool><server_name>local</server_name><tool_name>${name}</tool_name><arguments>${fields}</arguments></tool>`
  const complete = xml("task_completion", "<result>It is an invoice.</result>")

  it("runs a call written as XML and ends with task_completion (F1, F10)", async () => {
    const { tools } = folder()
    const script = inTurn([`<thinking>hm</thinking>I look. ${xml("ocr_image", "<path>shot1.png</path>")}`, complete])
    const { end, calls, events, requests } = await playTurn("xml-tools", script, { tools })
    expect(calls).toEqual(["ocr_image", "task_completion"])
    expect(end).toMatchObject({ outcome: "completed", text: "It is an invoice." })
    const told = events.flatMap((event) => (event.type === "text-delta" ? [event.text] : [])).join("")
    expect(told).not.toMatch(/<|hm/)
    expect(types(events)).toContain("thinking-delta")
    expect(requests[1]?.raw).not.toContain("<thinking>hm")
    expect(requests[0]?.body).not.toHaveProperty("tools")
  })

  it("reminds the model of tools after plain text, in one request only (F7)", async () => {
    const { requests, events, messages } = await playTurn("xml-tools", inTurn(["Just talk.", complete]))
    expect(types(events)).toContain("no-tool-call")
    expect(requests[1]?.raw).toMatch(/called no tool/)
    expect(JSON.stringify(messages)).not.toMatch(/called no tool/)
  })

  it("F6: answers broken XML with an error event, and with a message in the next request that is not stored", async () => {
    const broken = "<tool><tool_name>ocr_image</tool_name><arguments><path>shot1.png</arguments></tool>"
    const { requests, messages, end, events } = await playTurn("xml-tools", inTurn([broken, complete]))
    const told = events.find(({ type }) => type === "nudge")
    expect(events.filter(({ type }) => type === "error")).toMatchObject([
      { code: "malformed-call", message: told?.type === "nudge" && told.text, recoverable: true },
    ])
    expect(requests).toHaveLength(2)
    expect(end.outcome).toBe("completed")
    expect(requests[1]?.raw.length).toBeGreaterThan(requests[0]?.raw.length ?? 0)
    expect(JSON.stringify(messages)).not.toMatch(/could not be read/i)
  })

  it("stops after five errors of one kind, identical or not (F8), and at the limit (F9)", async () => {
    let count = 0
    const bad: Script = () => `<tool><tool_name>x${count++}</tool_name><arguments><a>${count}</arguments></tool>`
    const stuck = await playTurn("xml-tools", bad)
    expect(stuck.requests).toHaveLength(5)
    expect(stuck.end).toMatchObject({ outcome: "failed", error: { code: "repeated-error" } })
    expect(types(stuck.events)).toContain("error")
    const { tools } = folder()
    const busy: Script = () => xml("ocr_image", `<path>shot${(count++ % 7) + 1}.png</path>`)
    const { end, requests } = await playTurn("xml-tools", busy, { tools })
    expect(requests).toHaveLength(25)
    expect(end).toMatchObject({ outcome: "failed", error: { code: "iteration-limit" } })
  })

  it("runs the first of two calls and reports it (F12), and ends with a question and its suggestions (F10, F11)", async () => {
    const { tools } = folder()
    const two = xml("ocr_image", "<path>shot1.png</path>") + xml("ocr_image", "<path>shot2.png</path>")
    const question = xml(
      "ask_question",
      "<question>Which one?</question><suggestions><item>The first</item><item>The second</item></suggestions>",
    )
    const { calls, end, requests } = await playTurn("xml-tools", inTurn([two, question]), { tools })
    expect(calls).toEqual(["ocr_image", "ask_question"])
    expect(requests[1]?.raw).toMatch(/only the first runs/)
    expect(end).toMatchObject({ text: "Which one?", suggestions: ["The first", "The second"] })
  })
})

describe("structured-react", () => {
  const final = (answer: string) => JSON.stringify({ type: "FinalResponse", answer })
  const act = (name: string, args: object) => JSON.stringify({ tool: name, arguments: args })

  it("answers at once in one step (M2), or after one tool (M3)", async () => {
    const { tools } = folder()
    const direct = await playTurn("structured-react", inTurn([final("Hello.")]), { tools })
    expect([direct.end.text, direct.requests.length]).toEqual(["Hello.", 1])
    const script = inTurn([act("ocr_image", { path: "shot1.png" }), final("An invoice.")])
    const { end, requests, calls } = await playTurn("structured-react", script, { tools })
    expect([end.text, requests.length, calls]).toEqual(["An invoice.", 2, ["ocr_image"]])
    expect(requests[1]?.raw).toMatch(/Observation from ocr_image: Invoice/)
    expect(requests[0]?.body).toHaveProperty("response_format")
  })

  it("recovers from malformed output twice, and fails with a clear error at the third (M8)", async () => {
    const { end } = await playTurn("structured-react", inTurn(["Let me think.", '{"tool": [}', final("Now it fits.")]))
    expect(end).toMatchObject({ outcome: "completed", text: "Now it fits." })
    const bad = await playTurn("structured-react", inTurn(["Let me think.", '{"tool": [}', "Hm."]))
    expect(bad.end).toMatchObject({ outcome: "failed", error: { code: "malformed-call" } })
    expect(bad.requests).toHaveLength(3)
  })

  it("ends a model that never finishes after 5 steps, with a friendly text (M4)", async () => {
    const { tools } = folder()
    let count = 0
    const script: Script = () => act("ocr_image", { path: `shot${(count++ % 7) + 1}.png` })
    const { end, requests } = await playTurn("structured-react", script, { tools })
    expect(requests).toHaveLength(5)
    expect(end.text).toMatch(/reached my reasoning limit/)
  })

  it("does not run a tool a fourth time after three failures, and names it in the end (M7)", async () => {
    const { tools } = folder()
    const miss = (name: string) => act("ocr_image", { path: name })
    const script = inTurn([miss("a"), miss("b"), miss("c"), final('The tool "ocr_image" keeps failing.')])
    const { calls, end, requests } = await playTurn("structured-react", script, { tools })
    expect(calls).toHaveLength(3)
    expect(end.text).toMatch(/ocr_image/)
    expect(requests.at(-1)?.raw).toMatch(/ocr_image.{1,4} failed 3 times/)
  })
})

describe("terminal", () => {
  it("runs calls in parallel and shows results in request order (X1)", async () => {
    let running = 0
    let most = 0
    const slow = (name: string) =>
      tool({
        name,
        description: "",
        input: { type: "object" },
        effect: "read",
        run: async () => {
          most = Math.max(most, ++running)
          await new Promise((resolve) => setImmediate(resolve))
          running--
          return `result of ${name}`
        },
      })
    const all = ["a", "b", "c"]
    const script = inTurn([{ calls: all.map((name) => call(name)) }, "Done."])
    const { messages } = await playTurn("terminal", script, { tools: all.map(slow) })
    expect(most).toBe(3)
    const results = messages.flatMap((message) => (message.role === "tool" ? [plainText(message.parts)] : []))
    expect(results).toEqual(all.map((name) => `result of ${name}`))
  })

  it("continues an answer that was cut, and gives up with advice at the third cut (X12)", async () => {
    const { end } = await playTurn("terminal", inTurn([{ text: "One, two, ", isCut: true }, "three."]))
    expect(end).toMatchObject({ outcome: "completed", text: "One, two, three." })
    const cut = (text: string) => ({ text, isCut: true })
    const { end: advice, requests } = await playTurn("terminal", inTurn([cut("a "), cut("b "), cut("c ")]))
    expect(requests).toHaveLength(3)
    expect(advice).toMatchObject({ outcome: "failed", text: "a b c ", error: { code: "max-tokens" } })
  })

  it("reports the limit of 15 steps, and the history stays valid (X13)", async () => {
    const { tools } = folder()
    let count = 0
    const script: Script = () => ({ calls: [call("ocr_image", { path: `shot${(count++ % 7) + 1}.png` })] })
    const { end, requests } = await playTurn("terminal", script, { tools })
    expect(requests).toHaveLength(15)
    expect(end.text).toMatch(/limit of 15 steps/)
  })
})

describe("default", () => {
  it("nudges only on evidence of open work, and ends a polite complete answer at once (L9)", async () => {
    const { tools } = folder()
    const say = "What is in shot1.png?"
    const polite = "It is an invoice. Let me know if you would like me to look at the others, too!"
    const { end, events } = await playTurn(
      "default",
      inTurn([{ calls: [call("ocr_image", { path: "shot1.png" })] }, polite]),
      { tools, say },
    )
    expect(answersOf(events)).toEqual([])
    expect(end.text).toBe(polite)
  })

  it("ends at its limit with a summary that names what is not done", async () => {
    const { tools } = folder()
    let count = 0
    const script: Script = ({ request }) =>
      request.tools.length === 0
        ? "I read all seven, again and again. Nothing was renamed."
        : { calls: [call("ocr_image", { path: `shot${(count++ % 7) + 1}.png`, n: count } as never)] }
    const { end, requests } = await playTurn("default", script, { tools })
    expect(requests).toHaveLength(51)
    expect(end).toMatchObject({ outcome: "failed", error: { code: "iteration-limit" } })
    expect(end.text).toMatch(/Nothing was renamed/)
  })
})
