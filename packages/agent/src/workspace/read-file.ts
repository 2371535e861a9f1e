// The read_file tool: returns text unchanged and without line numbers, because models copy it into edits, and images as
// images.
import type { FileHandle } from "node:fs/promises"
import type { BytesPart, Part } from "../contracts/content.ts"
import { text } from "../contracts/content.ts"
import { type Tool, ToolFailure } from "../tools/tool.ts"
import { objectSchema, PATH_SCHEMA, typedTool } from "../tools/typed-tool.ts"
import { type FileKind, kindOf, SNIFF_BYTES } from "./confined/file-kind.ts"
import { fill, withFile } from "./confined/files.ts"
import { withPlace } from "./confined/open-folder.ts"
import { shownPath, type Workspace } from "./confined/workspace.ts"
import { type Lines, readLines } from "./read-lines.ts"

interface Input {
  readonly path: string
  readonly start_line?: number
  readonly line_count?: number
}

const DEFAULT_LINES = 2000
/** Limits memory and the log. The toolbox decides how much of it a model is shown. */
const MAX_CHARS = 2_000_000
/** About a second of reading. */
const MAX_SCAN_BYTES = 256 * 1024 * 1024
const COUNT_BYTES = 16 * 1024 * 1024
/** The limit of model providers. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024

export function readFile(workspace: Workspace): Tool {
  return typedTool<Input>({
    name: "read_file",
    description: `Reads a file of the workspace: text as it stands (up to ${DEFAULT_LINES} lines at a time), or an image (PNG, JPEG, GIF, WebP) to look at.`,
    input: objectSchema({
      path: PATH_SCHEMA,
      "start_line?": { type: "integer", minimum: 1, description: "The first line to read; 1 if left out." },
      "line_count?": { type: "integer", minimum: 1, description: `How many lines; ${DEFAULT_LINES} if left out.` },
    }),
    effect: "read",
    // Reads see what earlier calls of the same answer wrote to the file.
    touches: ({ path }) => [shownPath(workspace, path)],
    run: (input) =>
      withPlace(workspace, input.path, (place) =>
        withFile(place, (file, { size }) => show(file, { ...input, path: place.shown }, size)),
      ),
  })
}

type Shown = string | readonly (Part | BytesPart)[]

async function show(file: FileHandle, input: Input, size: number): Promise<Shown> {
  const head = Buffer.allocUnsafe(SNIFF_BYTES)
  const sniffed = kindOf(head.subarray(0, await fill(file, head, 0)))
  switch (sniffed.kind) {
    case "text":
      return showText(file, input, sniffed, size)
    case "image":
      return showImage(file, input.path, sniffed.mime, size)
    case "binary":
      throw new ToolFailure(
        "file-binary",
        `"${input.path}" is not text (${size} bytes). Use run_command to look into it.`,
      )
  }
}

async function showText(
  file: FileHandle,
  { path, start_line: from = 1, line_count: count = DEFAULT_LINES }: Input,
  { encoding }: Extract<FileKind, { kind: "text" }>,
  size: number,
): Promise<string> {
  const maxBytes = from === 1 && size > COUNT_BYTES ? COUNT_BYTES : MAX_SCAN_BYTES
  const lines = await readLines(file, { from, to: from + count - 1, maxChars: MAX_CHARS, maxBytes, encoding })
  if (lines.total === 0) return `[${path} is empty.]`
  if (lines.last < from) throw new ToolFailure("range-outside", beyond(path, from, lines))
  const notes = notesOf(path, from, lines)
  return notes.length === 0 ? lines.text : `${lines.text}\n\n${notes.join("\n")}`
}

function beyond(path: string, from: number, { total }: Lines): string {
  return total === undefined
    ? `Line ${from} of "${path}" is further into the file than is read here. Use run_command, for example with sed -n.`
    : `"${path}" has ${total} lines; there is no line ${from}.`
}

function notesOf(path: string, from: number, { last, total, isLineCut, text: shown }: Lines): readonly string[] {
  const notes: string[] = []
  if (shown.includes("\uFFFD")) notes.push("[Bytes that are not valid UTF-8 are shown as \uFFFD.]")
  if (isLineCut) notes.push(`[Line ${last} is very long: only its beginning is shown.]`)
  if (from === 1 && last === total) return notes
  const more = last === total ? "" : ` Continue with start_line ${last + 1}.`
  notes.push(`[Lines ${from}-${last} of ${total ?? "many more"} of ${path}.${more}]`)
  return notes
}

async function showImage(file: FileHandle, path: string, mime: string, size: number): Promise<Shown> {
  if (size > MAX_IMAGE_BYTES) {
    throw new ToolFailure(
      "file-too-large",
      `The image "${path}" has ${size} bytes; models take at most ${MAX_IMAGE_BYTES}. Make a smaller copy with run_command.`,
    )
  }
  const bytes = Buffer.alloc(size)
  const read = await fill(file, bytes, 0)
  const image: BytesPart = { type: "bytes", mime, bytes: bytes.subarray(0, read), name: path }
  return [text(`[${path}: ${mime}, ${read} bytes]`), image]
}
