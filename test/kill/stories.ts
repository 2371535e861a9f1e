// The stories that kill.test.ts kills at every durable write.
import { z } from "zod"
import { plainText } from "../../packages/agent/src/contracts/content.ts"
import { isPawlError } from "../../packages/agent/src/contracts/error.ts"
import { call, type ScriptRequest, scripted } from "../../packages/agent/src/model/scripted.ts"
import { letEndAfter, once, resultsText, type Story } from "./story.ts"

type Reply = ReturnType<Story["script"]>

/** One answer for each number of results so far, so that a resumed turn continues where the request shows it to be. */
function rounds(...replies: readonly ((request: ScriptRequest) => Reply)[]): Story["script"] {
  return (request) => {
    const rounds = request.messages.slice(lastUser(request)).filter((message) => message.role === "assistant").length
    return replies[Math.min(rounds, replies.length - 1)]?.(request) ?? "nothing left to say"
  }
}

function lastUser(request: ScriptRequest): number {
  return request.messages.findLastIndex((message) => message.role === "user")
}

const conclude = (request: ScriptRequest) => `Finished: ${resultsText(request.results)}`

const NO_ANSWER = "Nobody answered in time. Decide yourself and say what you assumed, or leave the question open."

/** A model that plans, makes the calls of the steps from what their requests show, and reports the results. */
function planned(
  plan: string,
  steps: (step: string, request: ScriptRequest) => ReturnType<typeof call>,
): Story["script"] {
  return (request) => {
    const { system } = request.request
    if (/ plan it\b/.test(request.said)) return plan
    const [, step] = /<step number="\d">\n(.*)\n/.exec(request.said) ?? []
    if (step !== undefined) return { calls: [steps(step, request)] }
    // After an unknown outcome or a failed step, it goes on without the plan and repeats no effect.
    return `${system.includes("carried out by a plan") ? "Told" : "Finished"}: ${resultsText(resultsIn(request))}`
  }
}

/** All results of the turn: what a plan did stands before the note that it failed. */
function resultsIn({ messages }: ScriptRequest): readonly { readonly text: string }[] {
  return messages.flatMap((message) =>
    message.role === "tool"
      ? [{ text: message.parts.map((part) => (part.type === "text" ? part.text : "")).join("") }]
      : [],
  )
}

function heard(messages: ScriptRequest["messages"]): string {
  const said = messages.flatMap((each) => (each.role === "user" ? [plainText(each.parts)] : []))
  return `Heard ${said.join(", ")}.`
}

function refuseUnlessWithdrawn(error: unknown): void {
  if (!isPawlError(error, "input-withdrawn")) throw error
}

export const stories: Readonly<Record<string, Story>> = {
  "a limit that is near": {
    script: ({ results }) => ({
      ...(results.length < 2 ? { calls: [call("look", { path: `${results.length}` })] } : { text: "Seen." }),
      usage: { inputTokens: 39, outputTokens: 1 },
    }),
    says: ["look twice"],
    ends: "Seen.",
    options: { limits: { session: { tokens: 100 } } },
  },
  "a queued message is taken back, and another one joins the turn": {
    script: ({ messages }) =>
      messages.some(({ role }) => role === "tool") ? heard(messages) : { calls: [call("look", { waits: true })] },
    says: ["work"],
    react: async (event, session) => {
      if (event.type !== "tool-call") return
      // Repeated after a crash: then one was taken back, or has joined, before.
      await session.send("never", { id: "never", whenBusy: "queue" }).accepted().catch(refuseUnlessWithdrawn)
      if (!(await session.unsend("never"))) throw new Error("The message began although it was to be taken back.")
      await session.send("also", { id: "also", whenBusy: "queue" }).accepted()
      await session.steer("also")
      await letEndAfter(event.call, (fact) => fact.type === "input-added" && fact.command === "also", session)
    },
    ends: "Heard work, also.",
  },
  "plain text": { script: () => "Hello there.", says: ["hi"], ends: "Hello there." },

  "parallel tools of every class, then one more": {
    script: rounds(
      () => ({
        text: "Both. ",
        calls: [call("look", { path: "a" }), call("set", { path: "b" }), call("send", { path: "c" })],
      }),
      () => ({ calls: [call("send", { path: "d" })] }),
      conclude,
    ),
    says: ["go"],
    ends: "Finished: look a done; set b done; send c done; send d done",
  },

  "a turn with a model and tools of its own": {
    script: () => ({ text: "The agent's model was asked.", calls: [call("send", { path: "wrong" })] }),
    says: ["go"],
    turn: { model: "own", tools: ["look", "set"] },
    options: {
      models: [
        scripted(
          rounds(
            () => ({ calls: [call("look", { path: "a" }), call("send", { path: "b" })] }),
            () => ({ calls: [call("set", { path: "c" })] }),
            (request) => `${conclude(request)} (${request.request.tools.map(({ name }) => name).join(", ")})`,
          ),
          { name: "own" },
        ),
      ],
    },
    ends: 'Finished: look a done; Not run: "send" may not be used in this turn. Go on with the tools that you are offered.; set c done (look, set)',
  },

  "a typed answer after tools, asked for again": {
    script: (request) => {
      const done = resultsIn(request)
      if (done.length === 0) return { calls: [call("look", { path: "a" }), call("send", { path: "b" })] }
      const isTold = request.messages.some(
        ({ role, ...rest }) => role === "user" && /does not fit/.test(JSON.stringify(rest)),
      )
      return isTold ? { calls: [call("final_answer", { done: done.length })] } : { text: `I did ${done.length}.` }
    },
    says: ["go"],
    turn: { output: z.object({ done: z.int() }), toolChoice: "required" },
    ends: '{"done":2}',
  },

  "failing, unknown and working tools": {
    script: rounds(() => ({ calls: [call("fail"), call("nothing"), call("look", { path: "x" })] }), conclude),
    says: ["go"],
    ends: 'Finished: Tool "fail" failed: It did not work.; There is no tool "nothing". The nearest are: look, set, send.; look x done',
  },

  "slow and non-repeatable tools on one path, in order": {
    script: rounds(
      () => ({
        calls: [call("send", { path: "a", ms: 40 }), call("send", { path: "a" }), call("look", { path: "b", ms: 30 })],
      }),
      conclude,
    ),
    says: ["go"],
    ends: "Finished: send a done; send a done; look b done",
  },

  "three reads, one after another": {
    script: rounds(
      () => ({ calls: [call("look", { path: "a" }), call("look", { path: "a" }), call("look", { path: "a" })] }),
      conclude,
    ),
    says: ["go"],
    ends: "Finished: look a done; look a done; look a done",
  },

  "three calls of a chat service": {
    script: rounds(
      () => ({ calls: [call("look", { path: "a" }), call("send", { path: "b" }), call("set", { path: "c" })] }),
      conclude,
    ),
    says: ["go"],
    ends: "Finished: look a done; send b done; set c done",
    options: { profile: "chat-service" },
  },

  "three calls of a chat service that runs them again": {
    script: rounds(
      () => ({ calls: [call("look", { path: "a" }), call("send", { path: "b" }), call("set", { path: "c" })] }),
      conclude,
    ),
    says: ["go"],
    ends: "Finished: look a done; send b done; set c done",
    options: { profile: "chat-service", interruptedTools: "re-run" },
  },

  "an approval": {
    script: rounds(() => ({ calls: [call("pay", { path: "bill" }), call("look", { path: "a" })] }), conclude),
    says: ["go"],
    react: async (event, session) => {
      if (event.type === "approval-requested")
        await once(session.decide(event.call, "approve", { id: `ok-${event.call}` }))
    },
    ends: "Finished: pay bill done; look a done",
  },

  "a denial, and a question answered": {
    script: rounds(() => ({ calls: [call("pay", { path: "bill" }), call("ask")] }), conclude),
    says: ["go"],
    react: async (event, session) => {
      if (event.type === "approval-requested")
        await once(session.decide(event.call, "deny", { id: `no-${event.call}` }))
      if (event.type === "question-asked") await once(session.answer(event.call, "b", { id: `b-${event.call}` }))
    },
    ends: 'Finished: The user did not allow "pay".; b',
  },

  "tools that ask while they run": {
    script: rounds(() => ({ calls: [call("survey"), call("order"), call("look", { path: "a" })] }), conclude),
    says: ["go"],
    react: async (event, session) => {
      if (event.type !== "question-asked") return
      const question = Number.parseInt(event.position, 10)
      await once(session.answer(event.call, event.question, { id: `answer-${question}`, question }))
    },
    ends: "Finished: survey First? Second?; order First? Second?; look a done",
  },

  "an approval and a question that expire": {
    script: rounds(() => ({ calls: [call("pay", { path: "bill" }), call("ask")] }), conclude),
    says: ["go"],
    ends: `Finished: Nobody answered in time whether "pay" may run, so it did not run. Do without, or say so.; ${NO_ANSWER}`,
    options: { approvals: { timeoutMs: 60 }, parkMs: 20 },
  },

  "a plan with an approval, reported from its results": {
    script: planned(
      "1. [look] Look at a\n2. [pay] Pay the bill (needs 1)\n3. [send] Send c (needs 2)",
      (step, request) => {
        if (step === "Look at a") return call("look", { path: "a" })
        if (step === "Pay the bill") return call("pay", { path: request.need("look a done") && "bill" })
        return call("send", { path: request.need("pay bill done") && "c" })
      },
    ),
    says: ["go"],
    react: async (event, session) => {
      if (event.type === "approval-requested")
        await once(session.decide(event.call, "approve", { id: `ok-${event.call}` }))
    },
    ends: "Told: look a done; pay bill done; send c done",
    options: { orchestrate: true },
  },

  "a plan that fails in the middle and is finished without it": {
    script: planned("1. [send] Send a\n2. [fail] Fail (needs 1)\n3. [send] Send c (needs 2)", (step) =>
      step === "Fail" ? call("fail") : call("send", { path: step.slice(-1) }),
    ),
    says: ["go"],
    ends: 'Finished: send a done; Tool "fail" failed: It did not work.',
    options: { orchestrate: true },
  },

  "a message while a tool with a long result runs": {
    script: (request) => {
      const said = request.messages.filter((message) => message.role === "user").length
      if (request.results.length === 0 && said === 1) return { calls: [call("read", { path: "book" })] }
      return said === 1 ? "Nobody spoke." : `${request.need("Showing 40000 of 70000")}, ${request.need("and hurry")}`
    },
    says: ["go"],
    react: async (event, session) => {
      if (event.type !== "tool-call") return
      await session.send("and hurry", { id: "hurry", whenBusy: "steer" }).accepted()
      await letEndAfter(event.call, (fact) => fact.type === "input-added" && fact.command === "hurry", session)
    },
    ends: "Showing 40000 of 70000, and hurry",
  },

  "a cancel while tools run, then another turn": {
    script: (request) => {
      if (request.said === "after") return "Ready again."
      return { calls: [call("send", { path: "a", ms: 20_000 }), call("look", { path: "b", ms: 20_000 })] }
    },
    says: ["go", "after"],
    react: async (event, session) => {
      if (event.type === "tool-call") await session.cancel({ id: "stop" })
    },
    ends: "Ready again.",
  },

  // The next request holds the summary's content, whichever process made it.
  "a compaction in the middle of a turn": {
    script: (request) => {
      if (request.request.system.startsWith("You condense")) return `Notes: ${request.need("look a done")}.`
      const said = request.need(/first[\s\S]*second|first/)
      if (request.results.length === 0)
        return { calls: [call("look", said === "first" ? { path: "a" } : { path: "b", waits: true })] }
      // The history must be worth condensing.
      if (said === "first") return `${conclude(request)}. ${"And so it went on. ".repeat(60)}`
      return `${conclude(request)}. ${request.need(/Notes: look a done|look a done/)}`
    },
    says: ["first", "second"],
    react: async (event, session) => {
      if (event.type !== "tool-call" || event.arguments.path !== "b") return
      await session.compact({ id: "compact" })
      // If the call ended before the compaction was requested, the model
      // would answer first, and nothing would be left to condense for.
      await letEndAfter(event.call, ({ type }) => type === "compaction-asked", session)
    },
    ends: "Finished: look b done. Notes: look a done",
  },

  "an empty answer, a nudge, and two turns": {
    script: (request) => {
      if (request.said.startsWith("Your last answer was empty")) return "Here I am."
      return request.said === "first" ? "" : request.need("Here I am.")
    },
    says: ["first", "second"],
    ends: "Here I am.",
  },
}
