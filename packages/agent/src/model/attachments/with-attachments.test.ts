// How withAttachments renders attachments for the media types that a model declares.
import { describe, expect, it } from "vitest"
import type { ErrorClass, Reply } from "../../contracts/answer.ts"
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
    window: 9000,
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

describe("withAttachments shows", () => {
  it.each<readonly [string, readonly Media[] | undefined, readonly Part[]]>([
    ["images unchanged and PDFs as text to a model that declares nothing", undefined, [LABEL, image, PDF_TEXT]],
    ["text to a model that takes no media", [], [UNSEEN, PDF_TEXT]],
    ["images unchanged to a model that takes images", ["image"], [LABEL, image, PDF_TEXT]],
    ["PDFs unchanged to a model that takes PDFs", ["pdf"], [UNSEEN, report]],
    ["images and PDFs unchanged to a model that takes both", ["image", "pdf"], [LABEL, image, report]],
  ])("%s", async (_, takes, expected) => {
    expect(await shown(user(text("Look"), image, report, notes), takes)).toEqual([text("Look"), ...expected, notes])
  })

  it("attachments of tool results in the same way, without adding a name", async () => {
    const result: Message = { role: "tool", call: "c", name: "shoot", parts: [image, report], failed: false }
    expect(await shown(result, ["image"])).toEqual([image, PDF_TEXT])
  })

  it.each([
    ["damaged", png(8, 6).subarray(0, 40), /8 x 6 pixels, 70 bytes\): it is damaged, and cannot be shown\]$/],
    ["of too many pixels", png(8001, 1), /it cannot be shown: models take at most 8000 pixels on a side\]$/],
  ])(
    "words in place of an image that is %s, which a provider would refuse with the whole request",
    async (_, bytes, words) => {
      const result: Message = { role: "tool", call: "c", name: "shoot", parts: [image], failed: false }
      const [part] = await shown(result, ["image"], new Map([["image", bytes]]))
      expect(part).toMatchObject({ type: "text", text: expect.stringMatching(words) })
    },
  )

  it("no more of a PDF than the window has room for", async () => {
    const page = Array.from({ length: 40 }, () => "word ".repeat(15)).join("\n")
    const long = new Map([["long", pdf(Array.from({ length: 20 }, () => page))]])
    const [part] = await shown(user({ ...report, hash: "long" }), [], long)
    expect(part).toMatchObject({ text: expect.stringMatching(/ends here, on page \d of 20: the rest is left out\]$/) })
    expect(part?.type === "text" && part.text.length).toBeLessThan(18_200)
  })

  it("a note for missing bytes", async () => {
    expect(await shown(user(image, report), ["image", "pdf"], new Map())).toEqual([
      text("[Attached file 'a.png' is no longer available]"),
      text("[Attached file 'report.pdf' is no longer available]"),
    ])
  })

  it("an encrypted or broken PDF as text, because the provider would refuse the whole request (T21)", async () => {
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

  it("the same message object again, so that it is encoded once, and bytes that became available later", async () => {
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

  it("the request object itself when nothing is attached", async () => {
    const { model, seen } = watched([])
    const request: ModelRequest = { system: "", messages: [user(text("a"), notes)], tools: [], blobs }
    await model.ask(request, how)
    expect(seen[0]).toBe(request)
  })
})

describe("withAttachments, when a provider refuses an attachment,", () => {
  const refusal = (kind: ErrorClass, message: string): Reply => ({
    kind: "failure",
    error: { class: kind, code: "400", message },
  })
  const REFUSED = text(
    "[Image 'a.png' (image/png, 8 x 6 pixels, 70 bytes): it cannot be shown to this model, or not as it is]",
  )

  function refusing(reply: Reply, isPicky: (request: ModelRequest) => boolean = hasMedia) {
    const seen: ModelRequest[] = []
    const answers = scripted(() => "ok")
    const model = withAttachments({
      name: "refusing",
      takes: ["image", "pdf"],
      async ask(request, options) {
        seen.push(request)
        return isPicky(request) ? reply : answers.ask(request, options)
      },
    })
    return {
      model,
      seen,
      ask: (messages: readonly Message[]) => model.ask({ system: "", messages, tools: [], blobs }, how),
    }
  }
  const hasMedia = ({ messages }: ModelRequest) =>
    messages.some((message) => message.role === "user" && message.parts.some((part) => part.type === "blob"))

  it.each([
    refusal("invalid-request", "messages.0.content.1: too many pages"),
    refusal("overloaded", "image input is not supported - hint: you may need to provide the mmproj"),
  ])("asks again with text, and uses text from then on: %j", async (reply) => {
    const { ask, seen } = refusing(reply)
    const messages = [user(text("Look"), image, report)]
    expect(await ask(messages)).toMatchObject({ kind: "answer", text: "ok" })
    expect(await ask([...messages, user(text("More"))])).toMatchObject({ kind: "answer" })
    // Also for a different object, as in the next request.
    expect(await ask([user(text("Look"), image, report)])).toMatchObject({ kind: "answer" })
    expect(seen).toHaveLength(4)
    expect(seen[0]?.messages[0]).toMatchObject({ parts: [{}, LABEL, image, report] })
    expect(seen[1]?.messages[0]).toMatchObject({ parts: [text("Look"), REFUSED, PDF_TEXT] })
    expect(seen[2]?.messages[0]).toBe(seen[1]?.messages[0])
  })

  it("returns the provider's own reason when text is refused too", async () => {
    const reply = refusal("invalid-request", "no such parameter")
    const { ask, seen } = refusing(reply, () => true)
    expect(await ask([user(image)])).toBe(reply)
    expect(seen).toHaveLength(2)
    // Nothing was remembered: the next request sends the image again.
    await ask([user(image)])
    expect(seen[2]?.messages[0]).toMatchObject({ parts: [LABEL, image] })
  })

  it.each([
    ["failed for another reason", refusal("rate-limit", "too many images")],
    ["failed after part of an answer", { ...refusal("invalid-request", "x"), text: "Half" } as Reply],
  ])("does not ask again if the request %s", async (_, reply) => {
    const { ask, seen } = refusing(reply)
    expect(await ask([user(image)])).toBe(reply)
    expect(seen).toHaveLength(1)
  })

  it("does not ask again when the request held only text", async () => {
    const { ask, seen } = refusing(refusal("invalid-request", "x"), () => true)
    await ask([user({ ...report, hash: "gone" })])
    expect(seen).toHaveLength(1)
  })
})

describe("a model wrapped by withAttachments", () => {
  it("keeps its declared properties", () => {
    expect(watched(["image"]).model).toMatchObject({
      name: "watched",
      window: 9000,
      takes: ["image"],
      takesAnswerSchema: true,
    })
  })

  it("shows a PDF under each of its names", async () => {
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

  it("stops on abort while a PDF is being parsed", async () => {
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
