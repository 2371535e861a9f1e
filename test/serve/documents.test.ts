// T23 over HTTP and over the real wire to a provider: a PDF goes as it is to a model that reads documents, and as text to others.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Model } from "../../packages/agent/src/contracts/model.ts"
import { pdf } from "../../packages/agent/src/model/attachments/__fixtures__/pdf.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import { type ModelServer, modelServer } from "../../packages/agent/src/testing/model-server.ts"
import { type Running, running } from "../../packages/server/src/__fixtures__/ops-server.ts"

let provider: ModelServer
let served: Running
beforeAll(async () => {
  provider = await modelServer({ script: () => "Read." })
})
afterAll(() => provider.close())
afterEach(() => served.stop())

const report = Buffer.from(pdf(["Quarterly figures: 42"]))
const base64 = report.toString("base64")
const model = (takes: Model["takes"] & {}): Model => ({
  ...modelFrom("anthropic:served", { apiKey: "sk-test-0123456789abcdef", baseUrl: provider.anthropic }),
  takes,
})

describe("T23: a PDF that is sent over HTTP", () => {
  it.each([
    ["as it is to a model that reads documents", ["pdf"], true],
    ["as text to another one", [], false],
  ] as const)("goes %s, and the history holds only the reference", async (_, takes, isNative) => {
    served = await running({ agent: { model: model([...takes]) } })
    const { call, store } = served
    await call("POST", "/v1/sessions", { id: "s" })
    const input = [
      { type: "text", text: "Summarise" },
      { type: "attachment", name: "report.pdf", data: base64 },
    ]
    expect((await call("POST", "/v1/sessions/s/ask", { input })).body).toMatchObject({ text: "Read." })
    const raw = provider.requests.at(-1)?.raw ?? ""
    expect(raw.includes(base64)).toBe(isNative)
    expect(raw.includes("Quarterly figures: 42")).toBe(!isNative)
    const { body } = await call("GET", "/v1/sessions/s/facts")
    const facts = JSON.stringify(body)
    expect(facts).toContain('"name":"report.pdf"')
    expect(facts).not.toContain(base64.slice(0, 40))
    expect(facts).not.toContain("Quarterly")
    const [, hash = ""] = /"hash":"([0-9a-f]{64})","mime":"application\/pdf"/.exec(facts) ?? []
    expect(Buffer.from((await store.blobs.read(hash)) ?? "").equals(report)).toBe(true)
  })
})
