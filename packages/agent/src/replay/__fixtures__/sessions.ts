// Sessions of every profile, run by the real runtime with a script and a fake clock: the same log each time.
import { createAgent } from "../../agent/create-agent.ts"
import type { Reply } from "../../contracts/answer.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Model, ModelRequest } from "../../contracts/model.ts"
import type { Store } from "../../contracts/store.ts"
import { memory } from "../../store/memory.ts"
import { FakeClock } from "../../testing/fake-clock.ts"
import { tool } from "../../tools/tool.ts"

type Move =
  | { readonly text: string; readonly stop?: "max-tokens" }
  | { readonly calls: readonly (readonly [name: string, path: string])[]; readonly text?: string }
  | { readonly fails: "rate-limit" | "network" | "config" | "auth" }

const LONG = 1e13

/** The model's answers, in order; after them it answers "Nothing more.". */
const MOVES: readonly Move[] = [
  { fails: "rate-limit" },
  {
    calls: [
      ["look", "a"],
      ["fail", "b"],
      ["nothing", "c"],
    ],
    text: "I look.",
  },
  { text: " " },
  {
    calls: [
      ["fail", "b"],
      ["pay", "d"],
    ],
  },
  {
    calls: [
      ["fail", "b"],
      ["look", "a"],
    ],
  },
  {
    calls: [
      ["look", "a"],
      ["fail", "b"],
    ],
  },
  { text: "All of it, and then", stop: "max-tokens" },
  { text: "some. It is done." },
  { fails: "network" },
  { fails: "config" },
  { text: "The second turn is done." },
]

export interface Recording {
  readonly facts: readonly Fact[]
  readonly requests: readonly ModelRequest[]
  readonly store: Store
}

export async function record(profile: string, more: { readonly maxIterations?: number } = {}): Promise<Recording> {
  const clock = new FakeClock()
  const store = memory()
  const requests: ModelRequest[] = []
  const moves = MOVES.values()
  const answering = (name: string): Model => ({
    name,
    ask: async (request) => {
      requests.push(request)
      return toReply(moves.next().value ?? { text: "Nothing more." })
    },
  })
  let ids = 0
  const next = () => `id${++ids}`
  const model = [answering("first"), answering("second")]
  const agent = await createAgent({ model, tools: tools(), store, clock, profile, ids: { next }, ...more })
  const session = await agent.open({ id: "s" })
  for (const words of ["Look at everything.", "And once more."]) {
    const turn = session.ask(words)
    const settled = turn.then(() => true)
    while (!(await Promise.race([settled, clock.advance(1000).then(() => false)]))) {
      for (const { call } of (await session.info()).openRequests) await session.decide(call, "approve")
    }
  }
  await session.compact()
  await clock.advance(1000)
  const facts = await session.facts()
  await clock.run(agent.close(), LONG)
  return { facts, requests, store }
}

function toReply(move: Move): Reply {
  if ("fails" in move)
    return { kind: "failure", error: { class: move.fails, code: move.fails, message: `It is ${move.fails}.` } }
  const usage = { inputTokens: 100, outputTokens: 10 }
  const answer = { kind: "answer", reasoning: [], problems: [], usage } as const
  if (!("calls" in move)) return { ...answer, text: move.text, calls: [], stop: move.stop ?? "end" }
  const calls = move.calls.map(([name, path]) => ({ name, arguments: { path } }))
  return { ...answer, text: move.text ?? "", calls, stop: "tool-calls" }
}

function tools() {
  const input = { type: "object", properties: { path: { type: "string" } } } as const
  return [
    tool({ name: "look", description: "Looks.", input, effect: "read", run: ({ path }) => `It is ${path}.` }),
    tool({ name: "pay", description: "Pays.", input, effect: "once", run: () => "Paid." }),
    tool({
      name: "fail",
      description: "Fails.",
      input,
      effect: "read",
      run: () => {
        throw new Error("It did not work.")
      },
    }),
  ]
}
