// Recorded streams of many endpoints, each parsed whole, byte by byte, and split at every byte, with the same result.
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Reply } from "../../contracts/answer.ts"
import { readAnthropic } from "./anthropic-reader.ts"
import { readOpenAi } from "./openai-reader.ts"
import { Receiver } from "./receiver.ts"

interface Heard {
  readonly reply: Reply
  readonly text: string
  readonly reasoning: string
}

const peer = { provider: "test", model: "m", url: "http://test/v1" }

function receive(file: string, pieces: readonly Buffer[]): Heard {
  let [text, reasoning] = ["", ""]
  const isAnthropic = file.startsWith("anthropic")
  const receiver = new Receiver({
    format: {
      name: isAnthropic ? "anthropic-messages" : "openai-chat/test",
      read: isAnthropic ? readAnthropic : readOpenAi,
    },
    peer,
    nameOf: (name) => name,
    onText: (delta) => {
      text += delta
    },
    onReasoning: (delta) => {
      reasoning += delta
    },
  })
  receiver.start(200, { "content-type": "text/event-stream" })
  for (const piece of pieces) receiver.data(piece)
  return { reply: receiver.end(), text, reasoning }
}

function bytesOf(file: string): Buffer {
  return readFileSync(new URL(`__fixtures__/${file}.txt`, import.meta.url))
}

const answer = { kind: "answer", problems: [] } as const

const RECORDED: readonly (readonly [string, Partial<Heard>])[] = [
  [
    "openai-parallel-calls",
    {
      text: "Ich prüfe das 🌦️ Wetter.",
      reply: {
        ...answer,
        text: "Ich prüfe das 🌦️ Wetter.",
        reasoning: [],
        calls: [
          { name: "get_weather", arguments: { city: "Zürich" } },
          { name: "get_time", arguments: { zone: "Europe/Zurich" } },
        ],
        stop: "tool-calls",
        usage: { inputTokens: 1482, outputTokens: 57, cacheReadTokens: 1280 },
      },
    },
  ],
  [
    "ollama-reasoning-calls",
    {
      reasoning: "Okay, zwei Dateien…",
      reply: {
        ...answer,
        text: "",
        reasoning: [{ text: "Okay, zwei Dateien…" }],
        calls: [
          { name: "read_file", arguments: { path: "a.txt" } },
          { name: "read_file", arguments: { path: "b.txt" } },
        ],
        stop: "tool-calls",
      },
    },
  ],
  [
    "openrouter-comments-reasoning",
    {
      reasoning: "The user greets me, so 你好",
      reply: {
        ...answer,
        text: "Hello there! 👋🏽",
        reasoning: [{ text: "The user greets me, so 你好" }],
        calls: [],
        stop: "end",
        usage: { inputTokens: 12, outputTokens: 34, costUsd: 0.000546 },
      },
    },
  ],
  [
    "openrouter-error-in-stream",
    {
      reply: {
        kind: "failure",
        text: "Half an answer",
        error: {
          class: "overloaded",
          code: "http-502",
          message:
            "test could not answer (HTTP 502: Provider returned error: upstream failed to generate). Try again later.",
        },
      },
    },
  ],
  [
    "deepseek-reasoning-length",
    {
      reply: {
        ...answer,
        text: "9.9 is larger",
        reasoning: [{ text: "9.11 < 9.9" }],
        calls: [],
        stop: "max-tokens",
        usage: { inputTokens: 20, outputTokens: 10, cacheReadTokens: 16 },
      },
    },
  ],
  [
    "gemini-signed-calls-crlf",
    {
      reply: {
        ...answer,
        text: "",
        reasoning: [
          {
            text: "",
            opaque: {
              format: "openai-chat/test",
              data: { 0: { google: { thought_signature: "EpQCCpECAdHtim+/==" } } },
            },
          },
        ],
        calls: [
          { name: "search", arguments: { q: "a" } },
          { name: "search", arguments: { q: "b" } },
        ],
        stop: "tool-calls",
        usage: { inputTokens: 5, outputTokens: 6 },
      },
    },
  ],
  [
    "mistral-content-parts",
    {
      reply: {
        ...answer,
        text: "Four",
        reasoning: [{ text: "Two plus two" }],
        calls: [],
        stop: "end",
        usage: { inputTokens: 7, outputTokens: 2 },
      },
    },
  ],
  [
    "vllm-unreadable-arguments",
    {
      reply: {
        ...answer,
        text: "",
        reasoning: [],
        calls: [
          { name: "write_file", arguments: {}, unreadable: '{"path": "a.txt", "content": "cut' },
          { name: "list", arguments: {} },
        ],
        stop: "tool-calls",
      },
    },
  ],
  [
    "anthropic-thinking-calls",
    {
      text: "Ich lese beide:",
      reasoning: "I should look at beide Dateien 📄",
      reply: {
        ...answer,
        text: "Ich lese beide:",
        reasoning: [
          { text: "I should look at beide Dateien 📄", signature: "EqQBCkYIBxgCKkD+Zq/7==" },
          { text: "", redacted: "EmwKAhgBEgy3va==" },
        ],
        calls: [
          { name: "read_file", arguments: { path: "ä.txt" } },
          { name: "list_directory", arguments: {} },
        ],
        stop: "tool-calls",
        usage: { inputTokens: 2062, outputTokens: 89, cacheReadTokens: 1800, cacheWriteTokens: 250 },
      },
    },
  ],
  [
    "anthropic-text-crlf",
    {
      reply: {
        ...answer,
        text: "Ça va très bien, merci ☕",
        reasoning: [],
        calls: [],
        stop: "end",
        usage: { inputTokens: 25, outputTokens: 15 },
      },
    },
  ],
  [
    "anthropic-repeated-start",
    {
      reasoning: "Die Datei zuerst 📄",
      reply: {
        ...answer,
        text: "",
        reasoning: [{ text: "Die Datei zuerst 📄", signature: "EqQBsame==" }],
        calls: [{ name: "read_file", arguments: { path: "ä.txt" } }],
        stop: "tool-calls",
        usage: { inputTokens: 120, outputTokens: 41 },
      },
    },
  ],
  [
    "anthropic-overloaded",
    {
      reply: {
        kind: "failure",
        text: "Hal",
        // As its first event reports it.
        usage: { inputTokens: 25, outputTokens: 1 },
        error: {
          class: "overloaded",
          code: "overloaded_error",
          message: "test could not answer (Overloaded). Try again later.",
        },
      },
    },
  ],
]

describe.each(RECORDED)("%s", (file, expected) => {
  const bytes = bytesOf(file)
  const whole = receive(file, [bytes])

  it("is parsed", () => {
    expect(whole).toMatchObject(expected)
    expect(whole.reply).toEqual(expected.reply)
  })

  it("is parsed the same, split in two at every byte", () => {
    for (let at = 0; at <= bytes.length; at++) {
      expect(receive(file, [bytes.subarray(0, at), bytes.subarray(at)]), `cut at ${at}`).toEqual(whole)
    }
  })

  it("is parsed the same, byte by byte and in random pieces", () => {
    expect(
      receive(
        file,
        [...bytes].map((byte) => Buffer.from([byte])),
      ),
    ).toEqual(whole)
    const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(sizes, (lengths) => {
        let at = 0
        const pieces = [...lengths, bytes.length].map((length) => {
          at += length
          return bytes.subarray(at - length, at)
        })
        expect(receive(file, pieces)).toEqual(whole)
      }),
      { numRuns: 50 },
    )
  })

  it("becomes a failure that keeps the text so far when the connection breaks before its end", () => {
    const end = Math.max(bytes.indexOf('finish_reason":"'), bytes.indexOf("message_delta"), bytes.indexOf('error":{'))
    for (let at = 0; at < end - 200; at += 7) {
      const { reply, text } = receive(file, [bytes.subarray(0, at)])
      expect(reply, `cut at ${at}`).toMatchObject({ kind: "failure", error: { class: "network", code: "stream-cut" } })
      if (reply.kind === "failure") expect(reply.text ?? "").toBe(text)
      expect(whole.text.startsWith(text)).toBe(true)
    }
  })
})
