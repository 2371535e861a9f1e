// No cache may change what is sent: each request equals, byte for byte, what an encoder writes that never saw another one.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Part, text } from "../../contracts/content.ts"
import type { Message } from "../../contracts/message.ts"
import type { ModelRequest } from "../../contracts/model.ts"
import { dialects } from "../dialects/dialects.ts"
import { anthropicEncoder } from "./anthropic.ts"
import { type Body, bodyWriter } from "./kept-messages.ts"
import { openAiEncoder } from "./openai-chat.ts"

const options = { model: "m", baseUrl: "http://test/v1" }
const image: Part = { type: "blob", hash: "h1", mime: "image/png", size: 3 }
const tools = [{ name: "look", description: "Looks.", inputSchema: { type: "object" } }]

let made = 0

function round(calls: number, withImage: boolean): readonly Message[] {
  const ids = Array.from({ length: calls }, () => `call_${++made}`)
  const results = ids.map((call): Message => {
    const parts = [text(`résult of ${call} 🎲`), ...(withImage ? [image] : [])]
    return { role: "tool", call, name: "look", parts, failed: false }
  })
  const asked = ids.map((id) => ({ id, name: "look", arguments: { at: made } }))
  return [{ role: "assistant", text: calls === 0 ? "Done." : "", reasoning: [], calls: asked }, ...results]
}

function said(words: string): Message {
  return { role: "user", parts: [text(`${words} ${++made}`)] }
}

/** What can happen to the messages of a session between two requests. */
const change = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant("round" as const), fc.nat(2), fc.boolean()) },
  fc.tuple(fc.constantFrom("say", "compact", "undo", "fork", "show", "copy-last", "copy-all" as const), fc.nat(9)),
)
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

function changed(messages: readonly Message[], [kind, amount, withImage]: Change): readonly Message[] {
  const answers = messages.flatMap(({ role }, at) => (role === "assistant" ? [at] : []))
  const chosen = answers[Number(amount) % Math.max(1, answers.length)] ?? messages.length
  switch (kind) {
    case "round":
      return [...messages, ...round(amount, withImage === true)]
    case "say":
      return messages.at(-1)?.role === "user" ? messages : [...messages, said("And then?")]
    case "compact":
      return [said("The conversation so far was condensed."), ...messages.slice(chosen)]
    case "undo":
      return messages.slice(0, chosen)
    case "copy-last": // A result that was open is another object once it is history.
      return messages.map((each, at) => (at > (answers.at(-1) ?? 0) ? { ...each } : each))
    case "copy-all": // Another process has loaded the session.
      return structuredClone(messages)
    default:
      return messages
  }
}

/** Every wire format, natively and in dialects that write calls as text. */
const ways = dialects.flatMap(({ name, make }) => {
  const spoken = (encode: (request: ModelRequest) => Body) => {
    const dialect = make()
    return (request: ModelRequest) => encode(dialect.write(request, { jsonSchema: false }))
  }
  return [
    { name: `OpenAI's format in ${name}`, encoder: () => spoken(openAiEncoder(options, "f")) },
    { name: `Anthropic's format in ${name}`, encoder: () => spoken(anthropicEncoder(options)) },
  ]
})

describe("a request that is written on from the last one", () => {
  it("has the bytes of one that is written anew: any dialect, fallbacks, compaction, undo, forks, requests at once", () => {
    const model = fc.nat(ways.length - 1)
    const steps = fc.array(fc.tuple(change, model, fc.nat(3), fc.boolean()), { minLength: 1, maxLength: 25 })
    const property = fc.property(steps, model, (all, usual) => {
      const encoders = ways.map(({ encoder }) => encoder())
      const underWay: { readonly body: Body; readonly text: string }[] = []
      const sessions: (readonly Message[])[] = [[said("Go")]]
      let blobs: ModelRequest["blobs"] = new Map()
      for (const [happens, fallback, chosen, isAnswered] of all) {
        const at = chosen % sessions.length
        if (happens[0] === "show") blobs = new Map([["h1", new Uint8Array([1, 2, 3])]])
        if (happens[0] === "fork") sessions.push(sessions[at] ?? [])
        const messages = changed(sessions[at] ?? [], happens)
        sessions[at] = messages
        const request = { system: `Be careful ${chosen % 2}.`, messages, tools, blobs }
        for (const each of new Set([usual, fallback])) {
          const anew = ways[each]?.encoder()(structuredClone(request)).bytes.toString() ?? ""
          const body = encoders[each]?.(request) as Body // There is one for each way.
          expect(body.bytes.toString()).toBe(anew)
          expect(body.chars).toBe(anew.length)
          if (isAnswered) body.done()
          else underWay.push({ body, text: anew })
        }
      }
      // Requests that were not answered may still be on their way: nothing is written over them.
      for (const { body, text } of underWay) expect(body.bytes.toString()).toBe(text)
    })
    fc.assert(property, { numRuns: 300 })
  })

  it("is written on in the memory of the last one, which is copied a few times in a long turn", () => {
    const encode = openAiEncoder(options, "f")
    const memories = new Set<ArrayBufferLike>()
    let messages: readonly Message[] = [said("Go")]
    for (let rounds = 0; rounds < 500; rounds++) {
      messages = [...messages, ...round(1, false)]
      const body = encode({ system: "", messages, tools, blobs: new Map() })
      memories.add(body.bytes.buffer)
      body.done()
    }
    expect(memories.size).toBeLessThan(20)
  })

  it("has only its new messages written, and the results of the last round once more", () => {
    let writes = 0
    const write = bodyWriter({
      write: ({ messages }, at) => {
        writes += 1
        return JSON.stringify(messages[at])
      },
      add: (_before, json, { role }) => ({ json, role }),
      close: () => "",
    })
    const histories = [1, 2].map(() => ({ messages: [said("Go")] as readonly Message[] }))
    for (let rounds = 0; rounds < 100; rounds++) {
      for (const session of histories) {
        session.messages = [...changed(session.messages, ["copy-last", 0]), ...round(2, false)]
        writes = 0
        write("", { system: "", tools, blobs: new Map(), messages: session.messages })
        expect(writes).toBeLessThanOrEqual(5)
      }
    }
  })
})

it("a question put in the place of the last one, in the caller's own list, is what is sent", () => {
  const encode = openAiEncoder(options, "")
  const messages = [said("Begin."), ...round(1, false), said("Which?")]
  const request: ModelRequest = { system: "", messages, tools, blobs: new Map() }
  encode(request).done()
  messages[messages.length - 1] = said("Another")
  expect(encode(request).bytes.toString()).toBe(openAiEncoder(options, "")(request).bytes.toString())
})

it("the pictures of all results follow the last one, also when they were not at hand when it was first written", () => {
  const encode = openAiEncoder(options, "")
  const [answer, result] = round(1, true) as [Message, Message]
  const text = round(1, false)[1] as Message
  const messages = [said("Begin."), answer, result, text]
  const request: ModelRequest = { system: "", messages, tools, blobs: new Map() }
  encode(request).done()
  const blobs = new Map([["h1", new Uint8Array([1, 2, 3])]])
  for (const later of [
    messages,
    [...messages, { role: "assistant", text: "Seen.", reasoning: [], calls: [] } as const],
  ]) {
    const whole = { ...request, messages: later, blobs }
    expect(encode(whole).bytes.toString()).toBe(openAiEncoder(options, "")(whole).bytes.toString())
  }
})
