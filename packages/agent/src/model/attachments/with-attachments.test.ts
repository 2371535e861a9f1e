// What a model is shown of attachments, by what it says it takes.
import { describe, expect, it } from "vitest"
import { type BlobPart, type Part, text } from "../../contracts/content.ts"
import type { Message } from "../../contracts/message.ts"
import type { Media, Model, ModelRequest } from "../../contracts/model.ts"
import { scripted } from "../scripted.ts"
import { png } from "./__fixtures__/images.ts"
import { pdf } from "./__fixtures__/pdf.ts"
import { withAttachments } from "./with-attachments.ts"

const image: BlobPart = { type: "blob", hash: "image", mime: "image/png", size: 70, name: "a.png" }
const report: BlobPart = { type: "blob", hash: "report", mime: "application/pdf", size: 900, name: "report.pdf" }
const notes: BlobPart = { type: "blob", hash: "notes", mime: "text/plain", size: 5 }
const blobs = new Map<string, Uint8Array>([
  ["image", png(8, 6)],
  ["report", pdf(["The figures"])],
  ["notes", Buffer.from("notes")],
])

const how = { signal: new AbortController().signal, onText: () => {}, onReasoning: () => {} }

function watched(takes?: readonly Media[]) {
  const seen: ModelRequest[] = []
  const inner = scripted(() => "ok")
  const model: Model = {
    ...(takes && { takes }),
    window: 9,
    takesAnswerSchema: true,
    name: "watched",
    ask(request, options) {
      seen.push(request)
      return inner.ask(request, options)
    },
  }
  return { model: withAttachments(model), seen }
}

async function shown(message: Message, takes?: readonly Media[], given = blobs): Promise<readonly Part[]> {
  const { model, seen } = watched(takes)
  await model.ask({ system: "", messages: [message], tools: [], blobs: given }, how)
  const [asked] = seen
  const [first] = asked?.messages ?? []
  return first === undefined || first.role === "assistant" ? [] : first.parts
}

const user = (...parts: readonly Part[]): Message => ({ role: "user", parts })
const PDF_TEXT = text("[Text of report.pdf, 1 page]\nThe figures")
const UNSEEN = text("[Image 'a.png' (image/png, 8 x 6 pixels, 70 bytes): this model cannot see images]")
const LABEL = text("[Image 'a.png']")

describe("a model is shown", () => {
  it.each<readonly [string, readonly Media[] | undefined, readonly Part[]]>([
    ["images as they are, and PDFs as text, when it says nothing of itself", undefined, [LABEL, image, PDF_TEXT]],
    ["words, when it takes nothing", [], [UNSEEN, PDF_TEXT]],
    ["images as they are, when it takes those", ["image"], [LABEL, image, PDF_TEXT]],
    ["PDFs as they are, when it takes those", ["pdf"], [UNSEEN, report]],
    ["everything, when it takes everything", ["image", "pdf"], [LABEL, image, report]],
  ])("%s", async (_, takes, expected) => {
    expect(await shown(user(text("Look"), image, report, notes), takes)).toEqual([text("Look"), ...expected, notes])
  })

  it("what tools return in the same way, without another name for it", async () => {
    const result: Message = { role: "tool", call: "c", name: "shoot", parts: [image, report], failed: false }
    expect(await shown(result, ["image"])).toEqual([image, PDF_TEXT])
  })

  it("a note for bytes that are gone", async () => {
    expect(await shown(user(image, report), ["image", "pdf"], new Map())).toEqual([
      text("[Attached file 'a.png' is no longer available]"),
      text("[Attached file 'report.pdf' is no longer available]"),
    ])
  })

  it("a locked or broken PDF in words, because its provider would refuse the whole request", async () => {
    const given = new Map([
      ["locked", pdf(["x"], { encrypted: true })],
      ["cut", pdf(["x"]).subarray(0, 150)],
    ])
    const part = (hash: string): BlobPart => ({ ...report, hash })
    expect(await shown(user(part("locked"), part("cut")), ["pdf"], given)).toEqual([
      text("[report.pdf: no text could be extracted; it is protected by a password]"),
      text("[report.pdf: no text could be extracted; it is damaged, or no PDF]"),
    ])
  })

  it("the very same message again, so that nothing is written twice; and what came back, when it did", async () => {
    const { model, seen } = watched([])
    const messages = [user(text("a")), user(image)]
    const ask = (given: ReadonlyMap<string, Uint8Array>) =>
      model.ask({ system: "", messages, tools: [], blobs: given }, how)
    await ask(new Map())
    await ask(blobs)
    await ask(blobs)
    const [gone, there, again] = seen.map((request) => request.messages[1])
    expect(gone).toMatchObject({ parts: [{ text: "[Attached file 'a.png' is no longer available]" }] })
    expect(there).toMatchObject({ parts: [UNSEEN] })
    expect(again).toBe(there)
    expect(seen.map((request) => request.messages[0])).toEqual([messages[0], messages[0], messages[0]])
  })

  it("the request itself, when nothing is attached", async () => {
    const { model, seen } = watched([])
    const request: ModelRequest = { system: "", messages: [user(text("a"), notes)], tools: [], blobs }
    await model.ask(request, how)
    expect(seen[0]).toBe(request)
  })
})

describe("a wrapped model", () => {
  it("says of itself what it said before", () => {
    expect(watched(["image"]).model).toMatchObject({
      name: "watched",
      window: 9,
      takes: ["image"],
      takesAnswerSchema: true,
    })
  })

  it("shows a PDF under each name it has", async () => {
    const part = { ...report, hash: "once" }
    const given = new Map([["once", pdf(["Only once"])]])
    const all = await Promise.all([
      shown(user(part), [], given),
      shown(user({ ...part, name: "b.pdf" }), ["image"], given),
    ])
    expect(all).toEqual([
      [text("[Text of report.pdf, 1 page]\nOnly once")],
      [text("[Text of b.pdf, 1 page]\nOnly once")],
    ])
  })

  it("stops when it is told to, while a PDF is read", async () => {
    const { model, seen } = watched([])
    const stop = new AbortController()
    const part = { ...report, hash: "slow" }
    const given = new Map([["slow", pdf(["x"])]])
    const reply = model.ask(
      { system: "", messages: [user(part)], tools: [], blobs: given },
      { ...how, signal: stop.signal },
    )
    stop.abort()
    expect(await reply).toMatchObject({ kind: "failure", error: { class: "aborted" } })
    expect(seen).toEqual([])
  })
})
