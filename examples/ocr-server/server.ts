// An MCP server over stdio that reads the text in pictures of one folder: `node server.ts FOLDER`.
import { statSync } from "node:fs"
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import { readImage } from "./image-file.ts"
import { MAX_MS, NotAnImage, TextReader, TooSlow } from "./text-reader.ts"

const [folder = ""] = process.argv.slice(2)
if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
  process.stderr.write(`ocr-server: "${folder}" is no folder. Start it as: node server.ts FOLDER\n`)
  process.exit(2)
}

const reader = new TextReader()
serveStdio(() => {
  const server = new McpServer({ name: "ocr", version: "1.0.0" })
  server.registerTool(
    "ocr_image",
    {
      description: "Reads the text in a picture of the folder: a screenshot, a scan, a photo of a page.",
      inputSchema: fromJsonSchema<{ path: string }>({
        type: "object",
        properties: { path: { type: "string", description: "Path of the picture, relative to the folder." } },
        required: ["path"],
        additionalProperties: false,
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ path }, { mcpReq }) => ocrImage(path, mcpReq.signal),
  )
  return server
})
// The OCR thread would keep the process alive after the client has gone.
process.stdin.on("end", () => process.exit(0))

async function ocrImage(path: string, cancelled: AbortSignal) {
  const image = await readImage(folder, path)
  if ("problem" in image) return failed(image.problem)
  try {
    const text = await reader.read(image.bytes, cancelled)
    return { content: [{ type: "text" as const, text: text === "" ? "[There is no text in it.]" : text }] }
  } catch (error) {
    return failed(wordsFor(error, path))
  }
}

function wordsFor(error: unknown, path: string): string {
  if (error instanceof NotAnImage) {
    return `"${path}" is no picture that can be read: it is damaged, or not a PNG, JPEG, BMP or WebP.`
  }
  if (error instanceof TooSlow) {
    return `"${path}" was given up: it took more than ${MAX_MS / 1000} s. Try a smaller picture.`
  }
  return `Reading "${path}" failed: ${error instanceof Error ? error.message : String(error)}`
}

function failed(text: string) {
  return { content: [{ type: "text" as const, text }], isError: true }
}
