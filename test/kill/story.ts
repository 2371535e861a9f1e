// A story: the model's answers, the tools, and what people do. A
// process that is killed begins the story, and another finishes it.
import { appendFileSync } from "node:fs"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import { plainText } from "../../packages/agent/src/contracts/content.ts"
import { isPawlError } from "../../packages/agent/src/contracts/error.ts"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import type { EffectClass, Fact } from "../../packages/agent/src/contracts/fact.ts"
import type { Script } from "../../packages/agent/src/model/scripted.ts"
import type { SendOptions, Session } from "../../packages/agent/src/session/handle.ts"
import { type Tool, tool } from "../../packages/agent/src/tools/tool.ts"

export interface Story {
  readonly script: Script
  /** The user's messages, in order; each turn is followed to its end. */
  readonly says: readonly string[]
  /** What a person does on an event. Command ids make it harmless to repeat it after a crash. */
  readonly react?: (event: Event, session: Session) => Promise<void>
  /** The last answer, when no outcome became unknown. */
  readonly ends: string
  readonly outcome?: "cancelled"
  readonly options?: Pick<
    AgentOptions,
    "approvals" | "interruptedTools" | "limits" | "models" | "orchestrate" | "parkMs" | "profile"
  >
  /** The options of the turns. Sent again they are ignored: what the log and the inbox hold counts. */
  readonly turn?: Pick<SendOptions, "model" | "tools" | "output" | "toolChoice">
}

/** Tools whose effects are counted in a file outside the store. */
export function storyTools(effects: string): readonly Tool[] {
  const input = {
    type: "object",
    properties: { ms: { type: "number" }, path: { type: "string" }, waits: { type: "boolean" } },
  } as const
  const act = (name: string, effect: EffectClass, extra: Partial<Tool<typeof input>> = {}): Tool =>
    tool<typeof input>({
      name,
      description: name,
      input,
      effect,
      approval: false,
      touches: ({ path }) => (typeof path === "string" ? [path] : []),
      run: async ({ ms, path, waits }, { call, effectKey, signal }) => {
        appendFileSync(effects, `${effectKey}\n`)
        if (ms !== undefined) await pause(Number(ms), signal)
        if (waits === true) await untilReleased(call, signal)
        return `${name} ${path ?? ""} done`
      },
      ...extra,
    })
  return [
    act("look", "read"),
    act("set", "idempotent"),
    act("read", "read", {
      run: async (_, { call, effectKey, signal }) => {
        appendFileSync(effects, `${effectKey}\n`)
        await untilReleased(call, signal)
        return "x".repeat(70_000)
      },
    }),
    act("send", "once"),
    act("pay", "once", { approval: true }),
    act("fail", "read", {
      run: () => {
        throw new Error("It did not work.")
      },
    }),
    act("ask", "once", { question: () => ({ question: "Which one?", suggestions: ["a", "b"] }) }),
    ...(["survey", "order"] as const).map((name) =>
      act(name, name === "order" ? "once" : "read", {
        run: async (_, { ask, effectKey }) => {
          const first = await ask?.({ question: "First?" })
          appendFileSync(effects, `${effectKey}\n`)
          return `${name} ${first} ${await ask?.({ question: "Second?" })}`
        },
      }),
    ),
  ]
}

export async function playStory(story: Story, session: Session, tell: (event: Event) => void): Promise<string> {
  let last = ""
  for (const [index, said] of story.says.entries()) {
    for await (const event of session.send(said, { id: `say-${index}`, ...story.turn })) {
      tell(event)
      await story.react?.(event, session)
      if (event.type === "turn-end") last = event.outcome === "completed" ? event.text : event.outcome
    }
  }
  return last
}

/** Awaits a command that may have been carried out before the crash, and ignores that it is no longer open. */
export async function once(command: Promise<void>): Promise<void> {
  try {
    await command
  } catch (error) {
    if (!isPawlError(error, "approval-not-open")) throw error
  }
}

export function resultsText(results: readonly { readonly text: string }[]): string {
  return results.map((result) => result.text).join("; ")
}

export function textOf(event: Event): string {
  return "content" in event ? plainText(event.content) : ""
}

/** Calls that wait for a release instead of a time, so that slow actions of the test still happen before they end. */
const releases = new Map<string, () => void>()

function untilReleased(call: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    releases.set(call, resolve)
    signal.addEventListener("abort", () => resolve())
  })
}

/** Lets a call end once a matching fact is in the log. Returns at once when the call is already over. */
export async function letEndAfter(call: string, isThere: (fact: Fact) => boolean, session: Session): Promise<void> {
  for (;;) {
    const facts = await session.facts()
    if (facts.some((fact) => fact.type === "tool-finished" && fact.call === call)) return
    const open = releases.get(call)
    if (open !== undefined && facts.some(isThere)) {
      releases.delete(call)
      open()
      return
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener("abort", done)
    function done() {
      clearTimeout(timer)
      resolve()
    }
  })
}
