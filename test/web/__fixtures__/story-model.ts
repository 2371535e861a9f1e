// A model server that plays stories: it speaks the OpenAI wire format, streams word by word, and calls tools. What it says
// depends on the last message of the person and on the results since.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"

export interface Said {
  /** Streamed in small pieces. */
  readonly text?: string
  /** Streamed as they are, in place of a text. */
  readonly pieces?: readonly string[]
  readonly thinking?: string
  readonly calls?: readonly { readonly name: string; readonly arguments: object }[]
  /** Between two pieces. */
  readonly pauseMs?: number
  /** The second half of the text waits for it. */
  readonly until?: Promise<unknown>
  /** Answers with this status in place of words. */
  readonly status?: number
}

export interface Asked {
  /** What the person said last. */
  readonly input: string
  /** What tools returned since then, oldest first. */
  readonly results: readonly string[]
  readonly model: string
  /** How many requests this server got. */
  readonly request: number
}

export type Story = (asked: Asked) => Said

export interface StoryModel {
  readonly url: string
  close(): Promise<void>
}

interface Message {
  readonly role: string
  readonly content: string | readonly { readonly type: string; readonly text?: string }[] | null
}

/** The names of the models that it lists. */
export const STORY_MODELS = ["story", "story-small"]

export async function storyModel(story: Story, port = 0): Promise<StoryModel> {
  let request = 0
  const server = createServer((incoming, outgoing) => {
    request++
    answer(incoming, outgoing, story, request).catch(() => outgoing.destroy())
  })
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, story: Story, request: number) {
  const body = await text(incoming)
  if (incoming.url?.endsWith("/models") === true) {
    outgoing.setHeader("content-type", "application/json")
    outgoing.end(JSON.stringify({ object: "list", data: STORY_MODELS.map((id) => ({ id, object: "model" })) }))
    return
  }
  const { messages, model } = JSON.parse(body) as { readonly messages: readonly Message[]; readonly model: string }
  const said = story({ ...askedIn(messages), model, request })
  if (said.status !== undefined) {
    outgoing.writeHead(said.status, { "content-type": "application/json" })
    outgoing.end(JSON.stringify({ error: { message: "The story wants it so." } }))
    return
  }
  await stream(outgoing, said, model)
}

function askedIn(messages: readonly Message[]): Pick<Asked, "input" | "results"> {
  const last = messages.findLastIndex(({ role }) => role === "user")
  const results = messages.slice(last + 1).filter(({ role }) => role === "tool")
  return { input: wordsOf(messages[last]), results: results.map(wordsOf) }
}

function wordsOf(message: Message | undefined): string {
  const { content = null } = message ?? {}
  if (content === null || typeof content === "string") return content ?? ""
  return content.map((part) => part.text ?? "").join("\n")
}

async function stream(outgoing: ServerResponse, said: Said, model: string): Promise<void> {
  outgoing.writeHead(200, { "content-type": "text/event-stream" })
  const chunk = (delta: object, end: string | null = null, more: object = {}) =>
    outgoing.write(
      `data: ${JSON.stringify({ id: "story", object: "chat.completion.chunk", model, choices: [{ index: 0, delta, finish_reason: end }], ...more })}\n\n`,
    )
  for (const piece of piecesOf(said.thinking)) {
    chunk({ reasoning_content: piece })
    await setTimeout(said.pauseMs ?? 0)
  }
  const pieces = said.pieces ?? piecesOf(said.text)
  for (const [place, piece] of pieces.entries()) {
    if (place === Math.floor(pieces.length / 2)) await said.until
    chunk({ content: piece })
    await setTimeout(said.pauseMs ?? 0)
  }
  for (const [index, call] of (said.calls ?? []).entries())
    chunk({
      tool_calls: [
        {
          index,
          id: `call_${Math.random().toString(36).slice(2, 10)}`,
          type: "function",
          function: { name: call.name, arguments: JSON.stringify(call.arguments) },
        },
      ],
    })
  const usage = { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 }
  chunk({}, said.calls === undefined ? "stop" : "tool_calls", { usage })
  outgoing.end("data: [DONE]\n\n")
}

function piecesOf(words: string | undefined): readonly string[] {
  return words?.match(/\s*\S+\s*/g) ?? []
}
