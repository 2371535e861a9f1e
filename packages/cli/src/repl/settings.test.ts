// Settings that change during a conversation.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { modelServer } from "@pawl/agent/testing"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startInside } from "../__fixtures__/pty.ts"

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

describe("F30: a changed configuration file", () => {
  it("takes effect with the next turn, in the same session, and keeps what the user chose in the REPL", async () => {
    await using server = await modelServer({ script: ({ said }) => `heard ${said.split("\n").at(-1)}` })
    const env = { OPENAI_BASE_URL: server.openai, OPENAI_API_KEY: "k", PAWL_MODEL: "" }
    const file = join(place.work, ".pawl.json")
    const own = join(place.home, "config.json")
    const save = (path: string, values: object) => writeFileSync(path, JSON.stringify(values))
    save(file, { instructions: "Be brief." })
    const pty = startInside(place, ["--model", "openai:one"], { env })
    const { say } = pty
    await pty.see("\n> ")
    await say("hello", "heard hello\n", "> ")
    save(file, { instructions: "Be verbose.", tools: ["read_file"] })
    await say("again", "(settings changed: ", "heard again\n", "> ")
    const [before, after] = server.requests.map(({ body }) => body)
    expect(JSON.stringify(before)).toContain("Be brief.")
    expect(JSON.stringify(after)).toContain("Be verbose.")
    expect(after?.tools).toHaveLength(1)
    await say("/model openai:two", "The model is openai:two now", "> ")
    writeFileSync(file, "{ broken")
    await say("still there?", "Until then, the previous settings stay in effect.", "heard still there?\n", "> ")
    save(file, {})
    save(own, { maxIterations: 7 })
    await say("and now?", /settings changed: .*maxIterations/, "heard and now?\n", "> ")
    expect(server.requests.at(-1)?.body).toMatchObject({ model: "two" })
    pty.type("\u0004")
    expect(await pty.ended).toBe(0)
  })
})

it("F30: a worker uses a changed configuration file from the next turn on", async () => {
  await using server = await modelServer({ script: () => "done" })
  const env = { OPENAI_BASE_URL: server.openai, OPENAI_API_KEY: "k", PAWL_MODEL: "openai:one" }
  const changed = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<void>()
  const turns: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()]
  const onOutput = (_: string, stderr: string) => {
    if (stderr.includes("worker: ready")) ready.resolve()
    if (stderr.includes("worker: settings-changed")) changed.resolve()
    for (const [at, turn] of turns.entries()) if (stderr.split("turn-finished").length > at + 1) turn.resolve()
  }
  const worker = place.start(["worker", "--poll", "20"], { env, onOutput })
  await ready.promise
  await place.pawl(["send", "new", "one"], { env })
  await turns[0]?.promise
  writeFileSync(join(place.work, ".pawl.json"), JSON.stringify({ instructions: "Be verbose." }))
  await changed.promise
  await place.pawl(["send", "new", "two"], { env })
  await turns[1]?.promise
  worker.child.kill("SIGTERM")
  expect((await worker.ended).code).toBe(0)
  expect(server.requests.map(({ body }) => JSON.stringify(body).includes("Be verbose."))).toEqual([false, true])
})
