// The OCR server as a process, with a real MCP client.
import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { crc32, deflateSync } from "node:zlib"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const SERVER = fileURLToPath(new URL("server.ts", import.meta.url))
const SCREENSHOTS = fileURLToPath(new URL("screenshots", import.meta.url))
const shot = (number: number) => join(SCREENSHOTS, `Screenshot ${number}.png`)

let home: string
let folder: string
let client: Client

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "pawl-ocr-"))
  folder = join(home, "pictures")
  mkdirSync(folder)
  copyFileSync(shot(1), join(folder, "invoice.png"))
  client = await connect([SERVER, folder])
})

afterAll(async () => {
  await client.close()
  rmSync(home, { recursive: true, force: true })
})

async function connect(args: string[], how: { readonly command?: string } = {}): Promise<Client> {
  const { command = process.execPath } = how
  const connected = new Client({ name: "test", version: "1" })
  // Here a language file that is fetched into the current folder would be noticed.
  await connected.connect(new StdioClientTransport({ command, args, cwd: how.command ? ROOT : home, stderr: "ignore" }))
  return connected
}

async function ocr(path: string, asked = client) {
  const { content, isError = false } = await asked.callTool({ name: "ocr_image", arguments: { path } })
  const texts = (content as { type: string; text: string }[]).map((part) => part.text)
  return { text: texts.join("\n"), isError }
}

const lines = (text: string) => text.split("\n").filter((line) => line !== "")

describe("the OCR server", () => {
  it("offers one tool, which only reads", async () => {
    const { tools } = await client.listTools()
    expect(tools).toMatchObject([{ name: "ocr_image", annotations: { readOnlyHint: true } }])
  })

  it("reads the text in a picture", async () => {
    const { text, isError } = await ocr("invoice.png")
    expect(isError).toBe(false)
    expect(lines(text)).toEqual([
      "Invoice for the bicycle",
      "Workshop Lindqvist, 12 March",
      "New chain 38.00",
      "Brake pads, two pairs 26.50",
      "Labour, one hour 55.00",
      "Total 119.50",
    ])
  })

  it("answers concurrent calls, each with its own text", async () => {
    for (const number of [2, 3, 4]) copyFileSync(shot(number), join(folder, `${number}.png`))
    const answers = await Promise.all(["2.png", "missing.png", "3.png", "4.png"].map((path) => ocr(path)))
    expect(answers.map(({ text }) => lines(text)[0])).toEqual([
      "Train tickets to Lisbon",
      expect.stringContaining("There is no file"),
      "Recipe for lentil soup",
      "Plan of the garden",
    ])
  })

  it("says that a picture has no text", async () => {
    writeFileSync(join(folder, "blank.png"), png({ width: 8, height: 8, pixels: Buffer.alloc(8 * 9) }))
    expect(await ocr("blank.png")).toEqual({ text: "[There is no text in it.]", isError: false })
  })

  it("says why a file cannot be read, and goes on", async () => {
    const whole = readFileSync(shot(1))
    writeFileSync(join(folder, "cut short.png"), whole.subarray(0, 3000))
    writeFileSync(join(folder, "empty.png"), "")
    writeFileSync(join(folder, "a text.png"), "Invoice for the bicycle")
    // A picture that claims to have 10 GB.
    writeFileSync(join(folder, "vast.png"), png({ width: 60_000, height: 60_000, pixels: Buffer.alloc(1) }))
    writeFileSync(join(folder, "heavy.png"), whole)
    truncateSync(join(folder, "heavy.png"), 30_000_000)
    mkdirSync(join(folder, "more"))
    const damaged = /is no picture that can be read: it is damaged, or not a PNG/
    for (const name of ["cut short.png", "empty.png", "a text.png", "vast.png"]) {
      expect(await ocr(name), name).toEqual({ text: expect.stringMatching(damaged), isError: true })
    }
    expect(await ocr("heavy.png")).toMatchObject({ text: expect.stringContaining("has 30000000 bytes"), isError: true })
    expect(await ocr("more")).toEqual({ text: '"more" is a folder, not a picture.', isError: true })
    expect(await ocr("gone.png")).toMatchObject({ text: expect.stringContaining('no file "gone.png"'), isError: true })
    expect((await ocr("invoice.png")).text).toContain("Invoice for the bicycle")
  })

  it("reads nothing outside its folder", async () => {
    const outside = join(home, "outside.png")
    copyFileSync(shot(1), outside)
    symlinkSync(outside, join(folder, "link.png"))
    symlinkSync(home, join(folder, "up"))
    for (const path of [
      outside,
      "../outside.png",
      "link.png",
      "up/outside.png",
      "../pictures/../outside.png",
      "a\0b",
    ]) {
      expect(await ocr(path), path).toEqual({ text: expect.stringMatching(/^There is no file /), isError: true })
    }
    expect((await ocr(join(folder, "invoice.png"))).isError).toBe(false)
    expect((await ocr("../pictures/invoice.png")).isError).toBe(false)
  })

  it("gives up a picture whose call was cancelled, and reads the next", async () => {
    writeFileSync(join(folder, "slow.png"), pageOfScribbles())
    const abandoned = new AbortController()
    const slow = client.callTool({ name: "ocr_image", arguments: { path: "slow.png" } }, { signal: abandoned.signal })
    // When these are answered, the slow picture is being read.
    for (let asked = 0; asked < 20; asked++) await ocr("gone.png")
    const next = ocr("invoice.png")
    abandoned.abort("cancelled")
    await expect(slow).rejects.toThrow()
    expect((await next).text).toContain("Invoice for the bicycle")
  })

  it("works as its README says", async () => {
    const readme = readFileSync(new URL("README.md", import.meta.url), "utf8")
    const config = JSON.parse(/```json\n(.*?)```/s.exec(readme)?.[1] ?? "")
    const described = await connect(config.mcpServers.ocr.args, { command: config.mcpServers.ocr.command })
    expect(lines((await ocr("Screenshot 7.png", described)).text)[0]).toBe("Map of the old town")
    await described.close()
  })

  it("writes only MCP messages, stores nothing, and ends with its input even if a picture is unread", async () => {
    const server = spawn(process.execPath, [SERVER, folder], { cwd: home, stdio: ["pipe", "pipe", "ignore"] })
    onTestFinished(() => void server.kill("SIGKILL"))
    let said = ""
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
    })
    const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    const answerTo = async (id: number, method: string, params: object) => {
      send({ id, method, params })
      while (!said.includes(`"id":${id}`)) await once(server.stdout, "data")
    }
    const read = (path: string) => ({ name: "ocr_image", arguments: { path } })
    const clientInfo = { name: "test", version: "1" }
    await answerTo(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo })
    send({ method: "notifications/initialized" })
    await answerTo(2, "tools/call", read("cut short.png"))
    await answerTo(3, "tools/call", read("invoice.png"))
    send({ id: 4, method: "tools/call", params: read("slow.png") })
    server.stdin.end()
    expect(await once(server, "exit")).toEqual([0, null])
    const messages = said
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(messages.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(readdirSync(home).sort()).toEqual(["outside.png", "pictures"])
  })

  it.each([[[]], [["/nowhere"]]])("says how to start it when its folder is missing: %j", async (words) => {
    const server = spawn(process.execPath, [SERVER, ...words], { stdio: ["ignore", "ignore", "pipe"] })
    let said = ""
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text
    })
    expect(await once(server, "close")).toEqual([2, null])
    expect(said).toMatch(/^ocr-server: ".*" is no folder\. Start it as: node server\.ts FOLDER\n$/)
  })
})

/** So much that looks like text that OCR would take minutes. */
function pageOfScribbles(): Buffer {
  const side = 6400
  const isInk = (x: number, y: number) => y < 44 && x % 40 < 32 && (((x >> 3) * 31) ^ ((y >> 3) * 17)) % 5 < 2
  const row = (y: number) => Array.from({ length: side + 1 }, (_, x) => (x === 0 || isInk(x, y) ? 0 : 255))
  const line = Buffer.from(Array.from({ length: 64 }, (_, y) => row(y)).flat())
  return png({ width: side, height: side, pixels: Buffer.concat(Array(side / 64).fill(line)) })
}

/** A grey picture; `pixels` are rows with a filter byte each. */
function png(given: { readonly width: number; readonly height: number; readonly pixels: Buffer }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(given.width, 0)
  header.writeUInt32BE(given.height, 4)
  header.writeUInt8(8, 8)
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(given.pixels)), chunk("IEND")])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
