// A plugin that reveals its secret in every way it can, in a real `pawl` with everything on that writes something: the
// secret's bytes are in no output, log, fact, export or span. Only the settings file holds them.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const BIN = fileURLToPath(new URL("../../packages/cli/bin/pawl.js", import.meta.url))
const SECRET = 'Zq7-vault/"Kx+93ä'
const ROTATED = "9w-Second-Qp83-tLm"

const PLUGIN = `
export default {
  name: "vault",
  settings: {
    type: "object",
    properties: { key: { type: "string", secret: true }, nested: { type: "object", properties: { pin: { type: "string", secret: true } } } },
    required: ["key"],
  },
  available: ({ settings, log }) => {
    log.warn("available with " + settings.key.reveal(), { settings })
    return true
  },
  contextProviders: [
    { name: "state", needs: ["settings"], fetch: async (_, { settings }) => ({ [settings.key.reveal()]: [settings.key.reveal()] }) },
    { name: "fails", needs: ["settings"], fetch: async (_, { settings }) => { throw new Error(settings.key.reveal()) } },
  ],
  tools: [
    { name: "refuse", description: "Never there.", input: {}, needs: ["settings"], available: ({ settings }) => "no: " + settings.key.reveal(), run: () => "" },
    {
      name: "tell",
      description: "Tells everything.",
      input: { type: "object", properties: { how: { type: "string" } } },
      effect: "once",
      needs: ["settings", "dataFolder"],
      preview: () => "telling " + globalThis.vaultKey,
      async run({ how }, { settings, log, output }) {
        const key = settings.key.reveal()
        globalThis.vaultKey = key
        for (const level of ["debug", "info", "warn", "error"]) log[level]("I log " + key, { key, list: [key], error: new Error(key), settings })
        for (const letter of "I output " + key + " letter by letter\\n") output(letter)
        if (how === "throw") throw new Error("I throw " + key, { cause: new Error(key) })
        if (how === "reject") return Promise.reject(Object.assign(new Error(key), { name: "ToolFailure", code: "vault-" + "closed" }))
        if (how === "bytes") return [{ type: "bytes", mime: "application/octet-stream", bytes: Buffer.from("bytes " + key) }]
        if (how === "long") return ("line with " + key + "\\n").repeat(5000)
        return { text: "I return " + key, json: JSON.stringify({ key }), base64: Buffer.from("user:" + key).toString("base64"), hex: Buffer.from(key).toString("hex"), url: encodeURIComponent(key), settings, string: String(settings.key) }
      },
    },
  ],
}
`

/** A model that repeats whatever it is shown, so that the secret would be in answers too. */
const MODEL = `
const hows = ["return", "throw", "reject", "bytes", "long"]
export default ({ results, request }) =>
  results.length < hows.length
    ? { text: "Now " + hows[results.length] + ".", calls: [{ name: "vault__tell", arguments: { how: hows[results.length] } }] }
    : "I was told: " + results.map(({ text }) => text.slice(0, 3000)).join(" ") + request.system.slice(-2000)
`

let root: string
let heard = ""
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  heard += Buffer.concat(chunks).toString("latin1")
  response.writeHead(200, { "content-type": "application/json" }).end("{}")
})

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "pawl-secret-"))
  mkdirSync(join(root, "work"))
  mkdirSync(join(root, "home/plugins/vault"), { recursive: true })
  writeFileSync(join(root, "home/plugins/vault/index.mjs"), PLUGIN)
  writeFileSync(join(root, "model.mjs"), MODEL)
  collector.listen(0, "127.0.0.1")
  await once(collector, "listening")
})

afterAll(() => {
  collector.close()
  rmSync(root, { recursive: true, force: true })
})

async function pawl(words: readonly string[], { stdin = "", env = {} as Record<string, string> } = {}) {
  const { PAWL_MODEL: _m, NODE_OPTIONS: _o, ...inherited } = process.env
  const { port } = collector.address() as AddressInfo
  const child = spawn(process.execPath, [BIN, ...words], {
    cwd: join(root, "work"),
    env: {
      ...inherited,
      PAWL_HOME: join(root, "home"),
      PAWL_MODEL: `scripted:${join(root, "model.mjs")}`,
      NO_COLOR: "1",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
      ...env,
    },
  })
  const said = { stdout: "", stderr: "" }
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text
    })
  child.stdin.end(stdin)
  const [code] = await once(child, "close")
  return { code, ...said }
}

/** Raw, as in JSON, and encoded: every form from which the secret could be read. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  return [
    bytes.toString("latin1"),
    Buffer.from(JSON.stringify(secret).slice(1, -1)).toString("latin1"),
    Buffer.from(JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)).toString("latin1"),
    encodeURIComponent(secret),
    bytes.toString("hex"),
    bytes.toString("base64").slice(0, -4),
    Buffer.from(`user:${secret}`).toString("base64").slice(8, -4),
    // A substantial part of it.
    bytes.toString("latin1").slice(0, 9),
    bytes.toString("latin1").slice(-9),
  ]
}

function findings(where: string, bytes: string): readonly string[] {
  return [SECRET, ROTATED].flatMap((secret) =>
    formsOf(secret)
      .filter((form) => bytes.includes(form))
      .map((form) => `${where}: ${form}`),
  )
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe("a plugin's secret", () => {
  it("is in no output, log, fact, export, request or span of a whole run, only in its settings file", async () => {
    const said: string[] = []
    const run = async (words: readonly string[], how?: Parameters<typeof pawl>[1]) => {
      const ended = await pawl(words, how)
      said.push(JSON.stringify(words), ended.stdout, ended.stderr)
      return ended
    }
    expect(await run(["plugins", "set", "vault", "key", "-"], { stdin: `${SECRET}\n` })).toMatchObject({ code: 0 })
    const turn = ["--approve", "auto", "--debug"]
    const text = await run(["-p", "Tell me.", ...turn])
    expect(text).toMatchObject({ code: 0, stdout: expect.stringContaining("I return [redacted]") })
    expect(text.stdout).toContain("I throw [redacted]")
    const stream = await run(["-p", "Tell me.", "--output-format", "stream-json", ...turn])
    expect(stream.stdout).toContain("I output [redacted] letter by letter".slice(9))
    // With another secret, from the environment.
    const env = { PAWL_PLUGIN_VAULT_KEY: ROTATED, PAWL_PLUGIN_VAULT_NESTED__PIN: ROTATED }
    expect(await run(["-p", "Tell me.", "--output-format", "json", ...turn], { env })).toMatchObject({ code: 0 })
    // No user can approve it, but a preview is still made.
    await run(["-p", "Tell me.", "--debug"])
    const sessions = JSON.parse((await run(["sessions", "list", "--json"])).stdout) as readonly {
      readonly id: string
    }[]
    const { id = "" } = sessions.at(-1) ?? {}
    const looks = [
      ["sessions", "export", id],
      ["sessions", "export", id, "--format", "markdown"],
      ["show", id],
      ["show", id, "--facts"],
      ["show", id, "--requests"],
      ["show", id, "--requests", "--call", "2"],
      ["show", id, "--requests", "--json"],
      ["context", id, "--request"],
      ["audit", id, "--json"],
      ["trace", id, "--json"],
      ["stats", "--json"],
      ["plugins", "list"],
      ["plugins", "list", "--json"],
      ["plugins", "check", "--json"],
      ["plugins", "set", "vault", "nested.pin", "abc"],
      ["doctor"],
      ["config", "--json"],
    ]
    const looked = await Promise.all(looks.map((words) => run(words)))
    for (const { code, stderr } of looked) expect([0, 1, 42], stderr).toContain(code)
    const settings = join(root, "home/plugin-settings/vault.json")
    const files = filesIn(root).filter((path) => path !== settings)
    expect(files.map((path) => path.slice(root.length + 1))).toEqual(
      expect.arrayContaining(["home/pawl.db", "home/pawl.log"]),
    )
    const log = readFileSync(join(root, "home/pawl.log"), "utf8")
    expect(log).toContain("I log [redacted]")
    expect(heard).toContain("execute_tool")
    expect([
      ...findings("output", Buffer.from(said.join("\n")).toString("latin1")),
      ...findings("spans", heard),
      ...files.flatMap((path) => findings(path, readFileSync(path).toString("latin1"))),
    ]).toEqual([])
    expect(JSON.parse(readFileSync(settings, "utf8"))).toEqual({ key: SECRET })
    expect(statSync(settings).mode & 0o777).toBe(0o600)
  }, 180_000)
})
