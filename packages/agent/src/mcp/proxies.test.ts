// MCP over HTTP connects as model calls do: a real server behind a real proxy, and behind a private certificate authority.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { request as ask, createServer, type Server } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { type AddressInfo, connect } from "node:net"
import { fileURLToPath } from "node:url"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { loadServers, mcpTools } from "../mcp.ts"
import { call, scripted } from "../model/scripted.ts"
import { EVERYTHING, text } from "./__fixtures__/peers.ts"

let port: number
let proxy: Server
let secure: Server
const asked: string[] = []
const closing: (() => void)[] = []

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  port = await everything()
  proxy = createServer()
  // For any requested host the connection goes to our server, so the host names need not exist.
  proxy.on("connect", (request, socket, head) => {
    asked.push(request.url ?? "")
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n")
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [onward, socket]) end.on("error", () => {})
  })
  await listen(proxy)
  const fixture = (name: string) => readFileSync(new URL(`../model/wire/__fixtures__/${name}`, import.meta.url))
  secure = createSecureServer(
    { key: fixture("authority-key.pem"), cert: fixture("authority.pem") },
    (incoming, outgoing) => {
      const { method = "GET", url = "/", headers } = incoming
      const onward = ask({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      })
      onward.on("error", () => outgoing.destroy())
      incoming.pipe(onward)
    },
  )
  await listen(secure)
}, 30_000)

afterAll(() => {
  for (const close of closing) close()
})

beforeEach(() => {
  asked.length = 0
  // Unset the variables of the machine that runs the tests.
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"]) {
    vi.stubEnv(name, undefined)
    vi.stubEnv(name.toLowerCase(), undefined)
  }
})
afterEach(() => void vi.unstubAllEnvs())

const proxyUrl = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

async function use(url: string) {
  const source = mcpTools(loadServers({ mcpServers: { web: { url } } }), { startTimeoutMs: 5000 })
  await source.ready()
  return source
}

describe("HTTP_PROXY", () => {
  it("is used for lists, calls and streams", async () => {
    vi.stubEnv("HTTP_PROXY", proxyUrl())
    const source = await use("http://mcp.invalid/mcp")
    expect(source.status()).toMatchObject([{ state: "ready" }])
    expect(await text(source, "web__echo", { message: "hi" })).toBe("Echo: hi")
    await source.close()
    expect(new Set(asked)).toEqual(new Set(["mcp.invalid:80"]))
  })

  it("has its counterpart HTTPS_PROXY for https", async () => {
    vi.stubEnv("HTTPS_PROXY", proxyUrl())
    // The server behind the proxy does not support TLS, so this fails, but only behind the proxy.
    const source = await use("https://mcp.invalid/mcp")
    expect(source.status()).toMatchObject([{ state: "restarting" }])
    await source.close()
    expect(asked).toContain("mcp.invalid:443")
  })

  it("is not used for a host that NO_PROXY names", async () => {
    vi.stubEnv("HTTP_PROXY", proxyUrl())
    vi.stubEnv("NO_PROXY", ".invalid")
    const source = await use("http://mcp.invalid/mcp")
    expect(source.status()).toMatchObject([
      { state: "restarting", error: expect.stringContaining("cannot be reached") },
    ])
    await source.close()
    expect(asked).toEqual([])
  })

  it("is never used for a server on this machine", async () => {
    vi.stubEnv("HTTP_PROXY", proxyUrl())
    const source = await use(`http://127.0.0.1:${port}/mcp`)
    expect(await text(source, "web__echo", { message: "hi" })).toBe("Echo: hi")
    await source.close()
    expect(asked).toEqual([])
  })

  it("is used by an agent", async () => {
    vi.stubEnv("HTTP_PROXY", proxyUrl())
    const model = scripted(({ results: [result] }) => result?.text ?? { calls: [call("web__echo", { message: "hi" })] })
    const mcp = { mcpServers: { web: { url: "http://agent.invalid/mcp" } } }
    await using agent = await createAgent({ model, mcp, approve: "auto" })
    expect(await (await agent.open()).ask("go")).toMatchObject({ text: "Echo: hi" })
    expect(asked).toContain("agent.invalid:80")
  })
})

describe("a private certificate authority", () => {
  /** Runs in its own process, because Node reads the variable once. */
  async function statusFrom(env: Record<string, string>): Promise<string> {
    const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/mcp`
    const program = `
      const { loadServers, mcpTools } = await import(${JSON.stringify(new URL("../mcp.ts", import.meta.url).href)})
      const source = mcpTools(loadServers({ mcpServers: { web: { url: ${JSON.stringify(url)} } } }))
      await source.ready()
      console.log(JSON.stringify(source.status()))
      await source.close()`
    const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...rest, ...env },
    })
    let output = ""
    child.stdout.on("data", (bytes) => {
      output += bytes
    })
    await once(child, "close")
    return output
  }

  it("is trusted when NODE_EXTRA_CA_CERTS names it", async () => {
    const path = fileURLToPath(new URL("../model/wire/__fixtures__/authority.pem", import.meta.url))
    expect(await statusFrom({ NODE_EXTRA_CA_CERTS: path })).toContain('"state":"ready"')
  })

  it("is refused otherwise, and the error names the variable to set", async () => {
    expect(await statusFrom({})).toContain("its certificate is not trusted (set NODE_EXTRA_CA_CERTS)")
  })
})

async function everything(): Promise<number> {
  const free = createServer()
  const at = await listen(free)
  free.close()
  await once(free, "close")
  const server = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
    env: { ...process.env, PORT: String(at) },
    stdio: ["ignore", "ignore", "pipe"],
  })
  closing.push(() => server.kill("SIGKILL"))
  await new Promise<void>((resolve) =>
    server.stderr.on("data", (chunk) => String(chunk).includes("listening") && resolve()),
  )
  return at
}
