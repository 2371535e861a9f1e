// A hand-written MCP server for fault tests. Each of its tools is a fault; its flags are faults at start-up.
import { spawn } from "node:child_process"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import process from "node:process"
import { createInterface } from "node:readline"

interface Request {
  readonly id?: number
  readonly method: string
  readonly params?: {
    readonly name?: string
    readonly cursor?: string
    readonly arguments?: Record<string, unknown>
    readonly _meta?: Record<string, unknown>
    readonly requestId?: number
  }
}

const flags = new Set(process.argv.slice(2))
/** The file in which `send` records its effect keys and `was-sent` looks them up. */
const SENT = process.env.SENT ?? ""
const cancelled: number[] = []
const extra: object[] = []
const schema = { type: "object", properties: {} }

if (process.env.STARTS !== undefined) appendFileSync(process.env.STARTS, `${process.pid}\n`)
if (flags.has("--crash")) {
  process.stderr.write("cannot open the database, token=abcdef123456\n")
  process.exit(7)
}
if (flags.has("--stubborn")) {
  process.on("SIGTERM", () => {})
  setInterval(() => {}, 1000)
}
if (flags.has("--child")) orphan(flags.has("--stubborn"))

const plain = [
  "die",
  "leave",
  "freeze",
  "hang",
  "flood",
  "flood-lines",
  "flood-json",
  "twice",
  "forged",
  "progress",
  "change",
  "grandchild",
  "big",
  "fail",
  "null-result",
  "text-result",
  "leak",
]
const tools: readonly object[] = [
  ...plain.map((name) => ({ name, inputSchema: schema })),
  { name: "echo", description: "Says it back", inputSchema: schema, annotations: { readOnlyHint: true } },
  { name: "send", inputSchema: schema },
  {
    name: "was-sent",
    inputSchema: { type: "object", properties: { effectKey: { type: "string" } } },
    annotations: { readOnlyHint: true },
    _meta: flags.has("--verifies") ? { "pawl/verifiesEffects": true } : {},
  },
  { name: "die-reading", inputSchema: schema, annotations: { readOnlyHint: true } },
  { name: "cancelled", inputSchema: {}, annotations: { idempotentHint: true, destructiveHint: false } },
  { name: "kinds", annotations: { destructiveHint: true, readOnlyHint: true } },
  { name: "weird name!", inputSchema: { properties: { path: { type: "string" } }, required: ["path"] } },
  { name: "weird_name_", inputSchema: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" } },
  { name: "bad-schema", inputSchema: { type: "object", properties: { a: { type: "nonsense" } } } },
  { name: "echo", description: "a second one of that name", inputSchema: schema },
  { inputSchema: schema },
  { name: `long-${"x".repeat(100)}`, inputSchema: schema },
]

function resultOf(name: string, request: Request): object {
  const { arguments: given = {}, _meta = {} } = request.params ?? {}
  switch (name) {
    case "echo":
      return textResult(JSON.stringify({ given, meta: _meta, pid: process.pid }))
    case "was-sent": {
      const isSent = existsSync(SENT) && readFileSync(SENT, "utf8").split("\n").includes(String(given.effectKey))
      const outcome = isSent ? "happened" : "not-happened"
      return textResult(JSON.stringify({ outcome, ...(isSent && { result: "sent before" }) }))
    }
    case "cancelled":
      return textResult(JSON.stringify(cancelled))
    case "big":
      return textResult("x".repeat(2 * 2 ** 20))
    case "leak":
      process.stderr.write(`the key is ${process.env.API_KEY}\n`)
      return textResult(`the key is ${process.env.API_KEY}, the mode ${process.env.MODE}`)
    case "fail":
      return { ...textResult("no such row"), isError: true }
    case "kinds":
      return {
        content: [
          { type: "text", text: "hello" },
          { type: "image", data: Buffer.from("PNG").toString("base64"), mimeType: "image/png" },
          { type: "audio", data: Buffer.from("WAV").toString("base64"), mimeType: "audio/wav" },
          { type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "inside" } },
          { type: "resource", resource: { uri: "file:///a.bin", blob: Buffer.from("BIN").toString("base64") } },
          { type: "resource_link", uri: "file:///b.txt", name: "b", mimeType: "text/plain" },
          { type: "hologram" },
        ],
        structuredContent: { degrees: 20 },
      }
    default:
      return textResult(`${name} done`)
  }
}

function textResult(text: string): object {
  return { content: [{ type: "text", text }] }
}

/** Starts a process in our group that outlives us unless it is killed. `stubborn`: it ignores SIGTERM. `then`: runs once it is up. */
function orphan(stubborn: boolean, then: (pid: number) => void = () => {}): void {
  const deaf = stubborn ? 'process.on("SIGTERM",()=>{});' : ""
  const code = `${deaf}setInterval(()=>{},1000);process.stdout.write("deaf")`
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "ignore"] })
  if (process.env.STARTS !== undefined) appendFileSync(process.env.STARTS, `${child.pid}\n`)
  child.stdout.once("data", () => then(child.pid ?? 0))
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
}

function flood(line: string): void {
  const more = () => {
    while (process.stdout.write(line)) {}
    process.stdout.once("drain", more)
  }
  more()
}

function callTool(request: Request): void {
  const name = request.params?.name ?? ""
  const finish = () => send({ id: request.id, result: resultOf(name, request) })
  const fault = FAULTS[name]
  if (fault === undefined) finish()
  else fault(request, finish)
}

function die(): never {
  process.stderr.write("boom\n")
  process.exit(3)
}

const FAULTS: Readonly<Record<string, (request: Request, finish: () => void) => void>> = {
  hang: () => {},
  "null-result": ({ id }) => send({ id, result: null }),
  "text-result": ({ id }) => send({ id, result: "done" }),
  die,
  "die-reading": die,
  /** The effect takes place, but the client gets no answer. */
  send(request) {
    if (SENT !== "") appendFileSync(SENT, `${request.params?._meta?.["pawl/effectKey"]}\n`)
    die()
  },
  leave(_, finish) {
    finish()
    setTimeout(() => process.exit(0), 20)
  },
  freeze() {
    for (;;) {
      // Blocks the event loop: nothing is read or answered any more.
    }
  },
  flood: () => flood("x".repeat(65536)),
  "flood-lines": () => flood("not json at all\n".repeat(4096)),
  "flood-json": () => flood('{"jsonrpc":"2.0"}\n'.repeat(4096)),
  grandchild: ({ id }) => orphan(true, (pid) => send({ id, result: textResult(String(pid)) })),
  twice(_, finish) {
    finish()
    finish()
  },
  forged(_, finish) {
    for (const id of [999, "abc", -1, 2 ** 53]) send({ id, result: textResult("forged") })
    process.stdout.write('{"jsonrpc":"2.0","id":null,"result":{}}\n[1,2]\nnull\n{"jsonrpc":"1.0"}\n\n')
    finish()
  },
  progress(request, finish) {
    const progressToken = request.params?._meta?.progressToken
    send({ method: "notifications/progress", params: { progressToken: "unknown", progress: 1 } })
    send({ method: "notifications/progress", params: { progressToken, progress: 1, total: 2 } })
    send({ method: "notifications/nonsense", params: { a: 1 } })
    send({ id: 77, method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } })
    // The client handles progress slightly later than answers. Once it has answered a second request, it has seen it.
    onReply = () => {
      onReply = () => {
        finish()
        send({ method: "notifications/progress", params: { progressToken, progress: 2 } })
      }
      send({ id: 78, method: "ping" })
    }
  },
  change(_, finish) {
    extra.push({ name: `new-${extra.length + 1}`, inputSchema: schema })
    send({ method: "notifications/tools/list_changed" })
    finish()
  },
}

const METHODS: Readonly<Record<string, (request: Request) => void>> = {
  initialize({ id }) {
    if (flags.has("--silent")) return
    const capabilities = { tools: { listChanged: true } }
    const serverInfo = { name: "fault", version: "1" }
    send({ id, result: { protocolVersion: "2025-06-18", capabilities, serverInfo } })
  },
  "notifications/cancelled"({ params }) {
    if (params?.requestId !== undefined) cancelled.push(params.requestId)
  },
  "tools/list": list,
  "tools/call": callTool,
}

/** Called when the client answers a request of ours. */
let onReply = () => {}

function answer(request: Request): void {
  if (request.method === undefined) {
    onReply()
    return
  }
  const method = METHODS[request.method]
  if (method !== undefined) method(request)
  else if (request.id !== undefined) send({ id: request.id, error: { code: -32601, message: "no such method" } })
}

/** In two pages; the second leads back to itself. */
function list({ id, params }: Request): void {
  if (flags.has("--mute")) return
  const all = [...tools, ...(flags.has("--more") ? [{ name: "more", inputSchema: schema }] : []), ...extra]
  const isFirst = params?.cursor === undefined
  send({ id, result: { tools: isFirst ? all.slice(0, 9) : all.slice(9), nextCursor: "two" } })
}

const lines = createInterface({ input: process.stdin })
lines.on("line", (line) => answer(JSON.parse(line) as Request))
lines.on("close", () => !flags.has("--stubborn") && process.exit(0))
