// Cases where checks that judged an answer by its words went wrong, played through the public API with scripted models:
// one that follows every nudge, one that never does, one that refuses. A good answer is accepted after one request.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type AgentOptions,
  createAgent,
  type Event,
  type FinishCheck,
  type Model,
  structureChecks,
  tool,
} from "@pawl/agent"
import { call, type Script, scripted } from "@pawl/agent/testing"
import { afterEach, describe, expect, it } from "vitest"

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function workspaceWith(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "pawl-finish-"))
  folders.push(folder)
  for (const name of names) writeFileSync(join(folder, name), name)
  return folder
}

async function playTurns(script: Script, says: readonly string[], options: Partial<AgentOptions> = {}) {
  let requests = 0
  const model = scripted((request) => {
    requests += 1
    return script(request)
  })
  await using agent = await createAgent({ model, approve: "auto", ...options })
  const session = await agent.open()
  const events: Event[] = []
  for (const words of says) for await (const event of session.send(words)) events.push(event)
  const ends = events.flatMap((event) => (event.type === "turn-end" ? [event] : []))
  const nudges = events.flatMap((event) => (event.type === "nudge" ? [event] : []))
  return { requests, ends, nudges, events, facts: await session.facts(), messages: await session.messages() }
}

/** Does whatever a nudge names, and whatever it seems to order. */
const obedient: Script = ({ messages, said, results }) => {
  const isNudged = messages.filter(({ role }) => role === "user").length > 1
  if (isNudged) {
    const [name] = /[ab]\.log/.exec(said) ?? []
    return name === undefined ? "I deleted a.log." : { calls: [call("delete_file", { path: name })] }
  }
  return results.length === 0 ? { calls: [call("delete_file", { path: "a.log" })] } : "I deleted a.log."
}

describe.each(["default", "local-desktop"])("finish checks in %s", (profile) => {
  const finished = { profile, judge: scripted(() => "finished") }

  it.each([
    ["List the layers of the TCP/IP model", "Link, internet, transport, application."],
    ["Start.", "Ready. What shall we do?"],
    ["Where is order 77?", "I have no access to your orders. Please ask the shop."],
    ["Generate a strong password", "v9#Kq2!mZr7^Lp"],
    ["Return window for shoes?", "Usually 30 days; the shop's own terms decide."],
    ["Delete all customer records", "I won't: there is no backup."],
    ["Nenne die Schichten von TCP/IP", "Noch nicht alle: Netzzugang, Internet, Transport. Soll ich weitermachen?"],
    ["Renomme les fichiers", "Il en reste quatre. Je continue ?"],
    ["ファイルの名前を変更して", "残りは4個です。続けますか?"],
  ])("accept for %j the answer %j after one request, without tools", async (say, answer) => {
    const { requests, ends, nudges } = await playTurns(() => answer, [say], finished)
    expect([requests, nudges]).toEqual([1, []])
    expect(ends).toMatchObject([{ outcome: "completed", text: answer }])
  })

  it("name no file of the user's message to a model that stops: b.log survives", async () => {
    const workspace = workspaceWith("a.log", "b.log")
    const options = { ...finished, workspace }
    const { ends, nudges } = await playTurns(obedient, ["Delete a.log but keep b.log."], options)
    expect(ends).toMatchObject([{ outcome: "completed", text: "I deleted a.log." }])
    expect(nudges).toEqual([])
    expect(readdirSync(workspace)).toEqual(["b.log"])
  })

  it("let b.log survive a wrong judge and an obedient model", async () => {
    const workspace = workspaceWith("a.log", "b.log")
    const options = { profile, judge: scripted(() => "unfinished"), workspace }
    await playTurns(obedient, ["Delete a.log but keep b.log."], options)
    expect(existsSync(join(workspace, "b.log"))).toBe(true)
  })

  it("accept a refusal, with tools and whatever its words", async () => {
    const refuse: Script = () =>
      "I can't do that. I won't delete the records: there is no backup, and 4 remaining tables."
    const { requests, ends } = await playTurns(refuse, ["Delete all customer records"], {
      profile,
      judge: scripted(() => "declined"),
      workspace: workspaceWith("records.db"),
    })
    expect(requests).toBe(1)
    expect(ends).toMatchObject([{ outcome: "completed" }])
  })
})

describe("a call that is written as text", () => {
  const JSON_CALL = '{"name": "delete_file", "arguments": {"path": "a.log"}}'

  it("is not shown as the answer: a nudge tells the model how to call, and it does", async () => {
    const workspace = workspaceWith("a.log")
    const script: Script = ({ messages, results }) => {
      if (results.length > 0) return "Deleted."
      const isTold = messages.some((message) => /made as a tool call of its own/.test(JSON.stringify(message)))
      return isTold ? { calls: [call("delete_file", { path: "a.log" })] } : `\`\`\`json\n${JSON_CALL}\n\`\`\``
    }
    const { ends, nudges } = await playTurns(script, ["Delete a.log."], { workspace })
    expect(nudges.map(({ reason }) => reason)).toEqual(["written-call"])
    expect(ends).toMatchObject([{ outcome: "completed", text: "Deleted." }])
    expect(readdirSync(workspace)).toEqual([])
  })

  it("is shown to a user who asked for one: at once with words after it, else when the model repeats it", async () => {
    const workspace = workspaceWith("a.log")
    const explained = `\`\`\`json\n${JSON_CALL}\n\`\`\`\nThat is how a call looks.`
    const one = await playTurns(() => explained, ["Show me a delete_file call as JSON"], { workspace })
    expect([one.requests, one.ends[0]?.text]).toEqual([1, explained])
    const bare = `\`\`\`json\n${JSON_CALL}\n\`\`\``
    const other = await playTurns(() => bare, ["Show me a delete_file call as JSON"], { workspace })
    expect([other.requests, other.ends[0]?.text]).toEqual([2, bare])
    expect(readdirSync(workspace)).toEqual(["a.log"])
  })

  it("is accepted as an answer where no tools are offered", async () => {
    expect((await playTurns(() => JSON_CALL, ["Show me a call as JSON"])).requests).toBe(1)
  })

  it("is nudged in the words of the session's dialect", async () => {
    const workspace = workspaceWith("a.log")
    const { nudges } = await playTurns(() => JSON_CALL, ["Delete it"], { workspace, dialect: "hermes" })
    expect(nudges[0]?.text).toMatch(/in the form that your instructions give/)
  })
})

describe("an answer that was nudged and retracted", () => {
  it("is on screen and in the log, but not in later turns: three messages, not nine", async () => {
    const answers = ["", "One thing.", "Another thing."].values()
    const seen: number[] = []
    const script: Script = ({ messages }) => {
      const [last] = messages.slice(-1)
      seen.push(messages.length - 1 + ((last?.role === "user" && last.joins?.length) || 1))
      return answers.next().value ?? "?"
    }
    const { messages, facts, events } = await playTurns(script, ["First?", "Second?"])
    expect(seen).toEqual([1, 2, 3])
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"])
    expect(facts.filter(({ type }) => type === "nudged")).toHaveLength(1)
    expect(events.some(({ type }) => type === "nudge")).toBe(true)
  })

  it("leaves three messages for the next turn after three judged answers", async () => {
    const look = tool({ name: "look", description: "", input: { type: "object" }, effect: "read", run: () => "seen" })
    const seen: (readonly string[])[] = []
    const script: Script = ({ messages }) => {
      seen.push(messages.map(({ role }) => role))
      if (messages.at(-1)?.role === "user" && seen.length === 1) return { calls: [call("look")] }
      return seen.length === 6 ? "Yes." : "3 done, 4 remaining."
    }
    const options = { profile: "local-desktop", judge: scripted(() => "unfinished"), tools: [look] }
    const { nudges } = await playTurns(script, ["Do it.", "Really?"], options)
    expect(nudges).toHaveLength(3)
    expect(seen.at(-1)).toEqual(["user", "assistant", "tool", "assistant", "user"])
  })
})

describe("an answer that was retracted in a turn that is condensed", () => {
  it.each(["default", "local-desktop", "terminal", "chat-service"])("is in no later request of %s", async (profile) => {
    const read = tool({
      name: "read",
      description: "",
      input: { type: "object", properties: { n: { type: "integer" } } },
      effect: "read",
      run: () => "a page of words ".repeat(250),
    })
    const box = "- [ ] ABANDONED delete b.log"
    const requests: string[] = []
    let rounds = 0
    const script: Script = ({ messages, said, request }) => {
      requests.push(`${request.system}\n${JSON.stringify(messages)}`)
      if (said === "And now?") return "Nothing more."
      rounds += 1
      if (rounds === 3) return `${box}\n\n{"name": "read", "arguments": {"n": 7}}`
      return rounds < 14 ? { calls: [call("read", { n: rounds })] } : "Done."
    }
    const finish = "structure" as const
    const { facts } = await playTurns(script, ["Read it all.", "And now?"], {
      profile,
      finish,
      tools: [read],
      window: 8000,
    })
    expect(facts.some(({ type }) => type === "history-compacted")).toBe(true)
    expect(facts.filter((fact) => fact.type === "nudged" && fact.reason === "written-call")).toHaveLength(1)
    expect(requests.at(-1)).not.toMatch(/ABANDONED|reads like a tool call/)
  })
})

describe("a report that looks like a call", () => {
  it("is accepted: an obedient model does not deploy twice", async () => {
    let deployed = 0
    const deploy = tool({
      name: "deploy",
      description: "",
      input: { type: "object", properties: { env: { type: "string" } } },
      effect: "once",
      run: () => `deployed ${++deployed}`,
    })
    const script: Script = ({ results, said }) =>
      results.length === 0 || /not run/.test(said)
        ? { calls: [call("deploy", { env: "prod" })] }
        : '{"name": "deploy", "status": "ok", "version": "1.4.2"}'
    const { ends } = await playTurns(script, ["Deploy, and report as JSON."], { tools: [deploy] })
    expect(deployed).toBe(1)
    expect(ends).toMatchObject([{ outcome: "completed" }])
  })
})

describe("a judge", () => {
  const look = tool({ name: "look", description: "", input: { type: "object" }, effect: "read", run: () => "seen" })
  const counting = () => {
    const questions: string[] = []
    const judge = scripted(({ said }) => {
      questions.push(said)
      return '{"verdict": "finished"}'
    })
    return { questions, judge }
  }

  it("is not asked where no tools are offered", async () => {
    const { questions, judge } = counting()
    await playTurns(() => "I have renamed all 7 files, 3 remaining.", ["Go"], { profile: "local-desktop", judge })
    expect(questions).toEqual([])
  })

  it("is shown the earlier messages: a follow-up is not an order by itself", async () => {
    const { questions, judge } = counting()
    const script: Script = ({ results, said }) => {
      if (said === "Rename all screenshots") return "Shall I begin?"
      return results.length === 0 ? { calls: [call("look")] } : "2 done, 3 remaining."
    }
    await playTurns(script, ["Rename all screenshots", "Yes"], { profile: "local-desktop", judge, tools: [look] })
    expect(questions).toHaveLength(1)
    expect(JSON.parse(questions[0] ?? "")).toMatchObject({
      before: { asked: "Rename all screenshots", answered: "Shall I begin?" },
      asked: "Yes",
    })
  })

  it.each(["native", "xml", "structured", "hermes", "bracket", "pythonic"])(
    "is the session's own model, asked without a dialect, also in a session with %s",
    async (dialect) => {
      const asked: string[] = []
      const model: Model = {
        name: "both",
        ask: async ({ system }) => {
          const isQuestion = system.startsWith("You check the work")
          if (isQuestion) asked.push(system)
          const text = isQuestion ? '{"verdict": "finished"}' : '{"type": "FinalResponse", "text": "I have moved it."}'
          return { kind: "answer", text, reasoning: [], calls: [], problems: [], stop: "end" }
        },
      }
      const options = { finish: "model" as const, dialect, tools: [look], model }
      const { facts } = await playTurns(() => "", ["Move it"], options)
      expect(asked).toHaveLength(1)
      expect(asked[0]).not.toContain("FinalResponse")
      expect(facts.filter(({ type }) => type === "nudged")).toEqual([])
    },
  )

  it("that accepts an answer decides for the checks that ask, not for the ones after them", async () => {
    const answers = ["2 done, 3 remaining.", "2 done, 3 remaining, thanks."].values()
    const thanks: FinishCheck = {
      name: "says-thanks",
      check: ({ answer }) => (/thanks/.test(answer) ? undefined : { kind: "nudge", evidence: "No thanks." }),
    }
    const doubt: FinishCheck = { name: "doubt", check: () => ({ kind: "ask", evidence: "Is it?" }) }
    const { judge } = counting()
    const { ends } = await playTurns(() => answers.next().value ?? "", ["Go"], { finish: [doubt, thanks], judge })
    expect(ends[0]?.text).toBe("2 done, 3 remaining, thanks.")
  })
})

describe("the request of seed 001 (rename screenshots)", () => {
  const SAY = "Review screenshots on Desktop, extract names, and rename them."
  const SHOTS = [1, 2, 3, 4, 5, 6, 7].map((each) => `Screenshot 2026-02-11 at 09.0${each}.15.png`)

  /** Renames `count` files before it stops with `words`; continues after a nudge if `isWilling`. */
  async function renamed(count: number, words: string, isWilling = true) {
    const workspace = workspaceWith(...SHOTS)
    let done = 0
    let stops = 0
    const script: Script = ({ results, messages }) => {
      if (!messages.some(({ role }) => role === "tool")) return { calls: [call("list_directory", { path: "." })] }
      const next = SHOTS[done]
      if (next === undefined) return "All screenshots have been renamed successfully."
      const mayStop = done === count && (stops === 0 || !isWilling || results.length > 0)
      if (mayStop && (stops === 0 || !isWilling)) {
        stops += 1
        return words
      }
      done += 1
      return { calls: [call("move_file", { from: next, to: `Note ${done}.png` })] }
    }
    // A judge that counts the renamed files it is shown.
    const judge = scripted(({ said }) => {
      const { calls } = JSON.parse(said) as { calls: readonly { tool: string; outcome: string }[] }
      const moved = calls.filter(({ tool: name, outcome }) => name === "move_file" && outcome === "ok").length
      return JSON.stringify({ verdict: moved === SHOTS.length ? "finished" : "unfinished" })
    })
    return { workspace, ...(await playTurns(script, [SAY], { profile: "local-desktop", judge, workspace })) }
  }

  it.each(["I've renamed 3 files. There are 4 remaining...", "I can't do that.", "All screenshots have been renamed."])(
    "with 3 of 7 renamed and the answer %j is judged unfinished, and the rest is renamed (L7)",
    async (words) => {
      const { workspace, ends, nudges, facts } = await renamed(3, words)
      expect(nudges.map(({ reason }) => reason)).toEqual(["unfinished"])
      expect(ends).toMatchObject([{ text: "All screenshots have been renamed successfully." }])
      expect(readdirSync(workspace).sort()).toEqual([1, 2, 3, 4, 5, 6, 7].map((each) => `Note ${each}.png`))
      expect(facts.find((fact) => fact.type === "nudged")).toMatchObject({
        // A name with spaces is one name.
        evidence: expect.stringContaining("Screenshot 2026-02-11 at 09.04.15.png and 3 more"),
      })
    },
  )

  it("ends after three nudges with an answer that never changes (L8)", async () => {
    const { ends, nudges } = await renamed(1, "Which ones should I process?", false)
    expect(nudges).toHaveLength(3)
    expect(ends).toMatchObject([{ outcome: "completed", text: "Which ones should I process?" }])
  })

  it("is carried out without a nudge when the model finishes it", async () => {
    const { facts, nudges } = await renamed(99, "")
    expect(nudges).toEqual([])
    expect(facts.filter((fact) => "purpose" in fact)).toEqual([])
  })
})

describe("the option finish", () => {
  const polite: FinishCheck = {
    name: "says-thanks",
    check: ({ answer }) =>
      /thanks/i.test(answer) ? undefined : { kind: "nudge", evidence: "Your answer has no thanks." },
  }

  it("takes custom checks, beside those of the structure", async () => {
    const answers = ["Bye.", "Thanks, bye."].values()
    const finish = [...structureChecks, polite]
    const { ends, nudges, facts } = await playTurns(() => answers.next().value ?? "", ["Bye"], { finish })
    expect(nudges).toMatchObject([
      { reason: "says-thanks", text: expect.stringMatching(/^Your answer has no thanks\. If/) },
    ])
    expect(ends[0]?.text).toBe("Thanks, bye.")
    expect(facts.find(({ type }) => type === "turn-started")).toMatchObject({
      checks: ["empty", "written-call", "tasks-in-progress", "says-thanks"],
    })
  })

  it("accepts every answer when it is false", async () => {
    const { requests } = await playTurns(() => '{"name": "delete_file", "arguments": {}}', ["x"], {
      finish: false,
      workspace: workspaceWith("a"),
    })
    expect(requests).toBe(1)
  })

  it('asks a judge in any profile whose turns end in text when it is "model"', async () => {
    const look = tool({ name: "look", description: "", input: { type: "object" }, effect: "read", run: () => "seen" })
    const script: Script = ({ results }) => (results.length === 0 ? { calls: [call("look")] } : "2 done, 3 remaining.")
    for (const profile of ["default", "chat-service", "terminal"]) {
      const judge = scripted(() => "finished")
      const { facts } = await playTurns(script, ["Go"], { profile, finish: "model", judge, tools: [look] })
      expect(facts.filter((fact) => "purpose" in fact)).toHaveLength(2)
    }
  })

  it("reports a custom check that throws or returns nonsense, and goes on", async () => {
    const errors: unknown[] = []
    const broken: FinishCheck = {
      name: "broken",
      check: () => {
        throw new Error("oops")
      },
    }
    const nonsense = { name: "nonsense", check: () => "yes" } as unknown as FinishCheck
    const onError = (_session: string, error: unknown) => void errors.push(error)
    const { ends } = await playTurns(() => "Hello.", ["Hi"], { finish: [broken, nonsense], onError })
    expect(ends).toMatchObject([{ outcome: "completed", text: "Hello." }])
    expect(errors).toHaveLength(2)
  })

  it.each([
    [{ finish: "words" }, /finish: "structure", "model", false, or a list of checks/],
    [{ finish: [{ name: "Has Space", check: () => undefined }] }, /a name of small letters/],
    [{ finish: [{ name: "x" }] }, /a function "check" for "x"/],
    [{ finish: [polite, polite] }, /"says-thanks" once/],
    [{ finish: [{ name: "empty", check: () => undefined }] }, /another name for "empty"/],
    [{ finish: "model", profile: "xml-tools" }, /only a tool ends a turn/],
    [{ judge: 7 }, /judge: pass a model/],
  ])("refuses %j", async (options, says) => {
    await expect(createAgent({ model: scripted(() => ""), ...(options as object) })).rejects.toThrow(says)
  })
})
