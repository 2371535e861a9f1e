// Every wire format, over real HTTP to a server on loopback, which records what arrives byte for byte.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import type { AgentOptions, Input } from "@pawl/agent"
import { fromAiSdk } from "@pawl/agent/ai-sdk"
import { call, type ModelServer, modelServer, type ScriptReply } from "@pawl/agent/testing"
import type { Stage, Story } from "../stage.ts"
import { PIXEL } from "./pixel.ts"
import { act } from "./tools.ts"

interface Wire {
  readonly name: string
  readonly replies: readonly ScriptReply[]
  readonly says: readonly Input[]
  readonly options: (server: ModelServer) => Pick<AgentOptions, "model" | "profile">
  /** Whether the server can stream. */
  readonly stream?: boolean
}

const PICTURE = [
  { type: "text", text: "What is in this picture?" },
  { type: "bytes", mime: "image/png", bytes: PIXEL, name: "dot.png" },
] as const

/** Text and native calls, two at once, and one that fails. */
const NATIVE: readonly ScriptReply[] = [
  { text: "I look.", thinking: "Both of them.", calls: [call("look", { path: "a" }), call("fail", { path: "b" })] },
  { calls: [call("pay", { path: "rent" })] },
  { text: "It is done.", usage: { inputTokens: 321, outputTokens: 12 } },
  "It is a dot.",
]

const xml = (name: string, fields: string) =>
  `<tool><server_name>local</server_name><tool_name>${name}</tool_name><arguments>${fields}</arguments></tool>`

const final = (answer: string) => JSON.stringify({ type: "FinalResponse", answer })

const WIRES: readonly Wire[] = [
  {
    name: "wire-openai",
    replies: NATIVE,
    says: ["Look at both, then pay.", PICTURE],
    options: () => ({ model: "openai:gpt-5", profile: "chat-service" }),
  },
  {
    name: "wire-anthropic",
    replies: NATIVE,
    says: ["Look at both, then pay.", PICTURE],
    options: () => ({ model: "anthropic:claude-sonnet-4-5", profile: "terminal" }),
  },
  {
    name: "wire-ai-sdk",
    replies: NATIVE,
    says: ["Look at both, then pay.", PICTURE],
    options: ({ openai }) => {
      const provider = createOpenAICompatible({ name: "bridge", baseURL: openai, apiKey: "k" })
      return {
        model: fromAiSdk(provider("some-model"), { name: "bridge:some-model", window: 32_000, takes: ["image"] }),
      }
    },
  },
  {
    name: "wire-xml",
    replies: [
      `<thinking>Hm.</thinking>I look. ${xml("look", "<path>a</path>")}`,
      "Just talk.",
      "<tool><tool_name>look</tool_name><arguments><path>b</arguments></tool>",
      xml("look", "<path>b</path>") + xml("look", "<path>c</path>"),
      xml("task_completion", "<result>It is a and b.</result>"),
      xml("ask_question", "<question>Which one?</question><suggestions><item>a</item><item>b</item></suggestions>"),
    ],
    says: ["Look at a and b.", "Do something."],
    options: () => ({ model: "mistral:small", profile: "xml-tools" }),
  },
  {
    name: "wire-structured",
    stream: false,
    replies: [
      JSON.stringify({ type: "look", thought: "I look first.", arguments: { path: "a" } }),
      "This is no JSON.",
      JSON.stringify({ type: "pay", thought: "Now I pay.", arguments: { path: "rent" } }),
      final("It is paid."),
      final("Nothing more."),
    ],
    says: ["Look at a, then pay.", "What else?"],
    options: () => ({ model: "ollama:qwen3:8b", profile: "structured-react" }),
  },
]

const NAMES = ["OPENAI", "ANTHROPIC", "MISTRAL"]

async function play(stage: Stage, { replies, says, options, stream = true }: Wire): Promise<void> {
  const next = replies.values()
  await using server = await modelServer({ stream, script: () => next.next().value ?? "I have nothing more to say." })
  for (const name of NAMES) {
    process.env[`${name}_BASE_URL`] = name === "ANTHROPIC" ? server.anthropic.replace(/\/v1$/, "") : server.openai
    process.env[`${name}_API_KEY`] = "k"
  }
  process.env.OLLAMA_HOST = server.openai
  const tools = [
    act(stage, "look", "read", { run: ({ path }) => `It is ${path}.` }),
    act(stage, "fail", "read", { run: () => Promise.reject(new Error("It did not work.")) }),
    act(stage, "pay", "once", { approval: false }),
  ]
  await stage.with({ ...options(server), tools, instructions: "Be brief." }, async (agent) => {
    const session = await agent.open({ id: "wire" })
    for (const said of says) await stage.turn(session, said)
  })
  stage.requests.push(...server.requests.map(({ format, url, raw }) => ({ format, url, raw })))
}

export const wires: readonly Story[] = WIRES.map((wire) => ({ name: wire.name, play: (stage) => play(stage, wire) }))
