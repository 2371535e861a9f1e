import { randomBytes } from "node:crypto"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { png } from "../../packages/agent/src/model/attachments/__fixtures__/images.ts"
import { pdf } from "../../packages/agent/src/model/attachments/__fixtures__/pdf.ts"
import { person, type Running, running } from "../../packages/server/src/__fixtures__/ops-server.ts"

let served: Running
beforeEach(async () => {
  served = await running({
    people: { ann: person("ann", "user"), bob: person("bob", "user") },
    agent: { limits: { message: { chars: 10_000 }, session: { files: 5 }, owner: { activeSessions: 3 } } },
  })
  for (const who of ["ann", "bob"]) await served.call("POST", `as ${who} /v1/sessions`, { id: who })
})
afterEach(() => served.stop())

const file = (bytes: Uint8Array | string, name = "file") => ({
  type: "attachment",
  name,
  data: Buffer.from(bytes).toString("base64"),
})
const ask = (who: string, input: unknown) => served.call("POST", `as ${who} /v1/sessions/${who}/ask`, { input })

async function attached(who: string, bytes: Uint8Array | string): Promise<string> {
  expect((await ask(who, [file(bytes)])).body).toMatchObject({ outcome: "completed" })
  const facts = await served.store.log.read(who, 0)
  const said = facts.flatMap((fact) => (fact.type === "turn-started" ? fact.input : []))
  const [part] = said.filter((each) => each.type === "blob")
  return part?.type === "blob" ? part.hash : ""
}

describe("stored bytes", () => {
  it.each([
    ["a page", "<!doctype html><script>alert(1)</script>", "text/plain; charset=utf-8", "attachment"],
    ["a picture", png(2, 2), "image/png", "inline"],
    [
      "a drawing that may hold a script",
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      "text/plain; charset=utf-8",
      "attachment",
    ],
    ["a PDF", pdf(["x"]), "application/pdf", "inline"],
  ])("T29: %s is served as what it is, never as a page that runs", async (_, bytes, type, disposition) => {
    const hash = await attached("ann", bytes)
    const { status, headers } = await served.call("GET", `as ann /v1/sessions/ann/blobs/${hash}`)
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe(type)
    expect(headers.get("content-disposition")).toMatch(new RegExp(`^${disposition}`))
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("content-security-policy")).toContain("sandbox")
  })

  it("are those of the session only: the same hash from another session does not exist, even if it is written there", async () => {
    const hash = await attached("ann", "for Ann's eyes")
    await ask("bob", `What is ${hash}?`)
    expect((await served.call("GET", `as bob /v1/sessions/bob/blobs/${hash}`)).status).toBe(404)
    expect((await served.call("GET", `as bob /v1/sessions/ann/blobs/${hash}`)).status).toBe(404)
  })
})

describe("T21: over HTTP", () => {
  const MB = 1024 * 1024
  it.each([
    ["an empty message", "", 400],
    ["a message of spaces", "  \n", 400],
    ["10,001 characters", "x".repeat(10_001), 400],
    ["an empty file", [file("")], 400],
    ["a file of more than 20 MB", [file(Buffer.alloc(20 * MB + 1, "%PDF-1.4"))], 400],
    ["bytes of no known type, whatever the name says", [file(randomBytes(100), "report.pdf")], 422],
    ["a PDF with a password", [file(pdf(["x"], { encrypted: true }), "locked.pdf")], 422],
    ["a PDF that is no PDF inside", [file("%PDF-1.4 nothing", "broken.pdf")], 422],
    ["a picture that breaks off", [file(png(2, 2).subarray(0, 20), "cut.png")], 422],
    ["a picture of too many pixels", [file(png(1, 8001), "tall.png")], 422],
    ["an archive that reads as text", [file("PK\x03\x04aaaa", "a.zip")], 422],
    ["six files", ["a", "b", "c", "d", "e", "f"].map((each) => file(each)), 400],
  ])("%s is refused, and nothing is stored", async (_, input, status) => {
    const refused = await ask("ann", input)
    expect(refused.status).toBe(status)
    expect(refused.body).toMatchObject({ error: { retryable: false, trace: expect.stringMatching(/^[0-9a-f]{32}$/) } })
    expect(await served.store.log.head("ann")).toBe(1)
  })

  it("the 6th file of a session is refused, 10,000 characters are not", async () => {
    for (const each of ["a", "b", "c", "d", "e"]) expect((await ask("ann", [file(each, each)])).status).toBe(200)
    expect(await ask("ann", [file("f", "f")])).toMatchObject({
      status: 400,
      body: { error: { code: "input-invalid" } },
    })
    expect((await ask("ann", "x".repeat(10_000))).status).toBe(200)
  })
})

it("T21: a 4th active session of a person is refused with 429, also of four at once", async () => {
  await served.stop()
  const release = Promise.withResolvers<void>()
  served = await running({
    people: { ann: person("ann", "user") },
    agent: { limits: { owner: { activeSessions: 3 } } },
    script: () => release.promise.then(() => "Done."),
  })
  const ids = ["a", "b", "c", "d"]
  await Promise.all(ids.map((id) => served.call("POST", "as ann /v1/sessions", { id })))
  const sent = await Promise.all(
    ids.map((id) => served.call("POST", `as ann /v1/sessions/${id}/messages`, { input: "Go" })),
  )
  expect(sent.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429])
  expect(sent.find(({ status }) => status === 429)).toMatchObject({
    body: { error: { code: "limit-reached", retryable: true } },
  })
  release.resolve()
})
