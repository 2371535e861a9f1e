// How attachments are processed on arrival: detected by content, quoted, stored as blobs, or replaced by a note.
import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { asNobody } from "../__fixtures__/as-unprivileged-user.ts"
import { type BytesPart, fullText, type InputPart, ownWords, text } from "../contracts/content.ts"
import { gifHead, jpegHead, png, webpHead } from "../model/attachments/__fixtures__/images.ts"
import { pdf } from "../model/attachments/__fixtures__/pdf.ts"
import { ATTACHMENT_LIMIT_BYTES, attach } from "./attach.ts"
import { mediaOf } from "./media-of.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-attach-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string | Uint8Array): InputPart {
  writeFileSync(join(folder, name), content)
  return { type: "file", path: join(folder, name) }
}

const bytesPart = (bytes: Uint8Array, more: Partial<BytesPart> = {}): BytesPart => ({
  type: "bytes",
  mime: "application/octet-stream",
  bytes,
  ...more,
})

describe("mediaOf detects", () => {
  it.each([
    ["image/png", png(2, 3)],
    ["image/gif", gifHead(1, 1)],
    ["image/jpeg", jpegHead(1, 1)],
    ["image/webp", webpHead("VP8L", 1, 1)],
    ["application/pdf", pdf(["x"])],
    ["application/pdf", Buffer.concat([Buffer.from("\ufeff\r\n"), pdf(["x"])])],
  ])("%s", (mime, bytes) => {
    expect(mediaOf(bytes)).toEqual({ kind: "media", mime })
  })

  it.each([
    ["plain", Buffer.from("Grüße 🏔️\n"), "Grüße 🏔️\n"],
    ["with a byte order mark", Buffer.from("\ufeffhi"), "hi"],
    ["UTF-16", Buffer.from("\ufeffhi", "utf16le"), "hi"],
    ["about PDFs", Buffer.from('test(head, "%PDF-1.4")'), 'test(head, "%PDF-1.4")'],
    ["empty", Buffer.alloc(0), ""],
  ])("text %s", (_, bytes, words) => {
    expect(mediaOf(bytes)).toEqual({ kind: "text", text: words })
  })

  it.each([
    ["Latin-1", Buffer.from("Gr\xfc\xdfe", "latin1")],
    ["a zero byte", Buffer.from("a\u0000b")],
    ["a zip", Buffer.from("PK\x03\x04\x00\xff", "latin1")],
  ])("as unknown: %s", (_, bytes) => {
    expect(mediaOf(bytes)).toEqual({ kind: "unknown" })
  })
})

describe("an attachment", () => {
  it("is a blob part with hash, media type, size and name; its bytes decide the media type", () => {
    const bytes = png(2, 2)
    const { content, blobs } = attach([
      text("Look"),
      bytesPart(bytes, { mime: "image/gif", name: "a.gif" }),
    ]) as Awaited<ReturnType<typeof attach>>
    expect(content).toEqual([
      text("Look"),
      { type: "blob", hash: blobs[0]?.hash, mime: "image/png", size: bytes.length, name: "a.gif" },
    ])
    expect(blobs.map((blob) => Buffer.from(blob.bytes))).toEqual([bytes])
  })

  it("is a copy, so that the sender may change its buffer", () => {
    const bytes = Buffer.from(png(2, 2))
    const { blobs } = attach([bytesPart(bytes)]) as Awaited<ReturnType<typeof attach>>
    bytes.fill(0)
    expect(blobs[0]?.bytes[1]).toBe("P".charCodeAt(0))
  })

  it("is read from a file, and typed by its content rather than its name (T21)", async () => {
    const { content, blobs } = await attach([file("a.txt", pdf(["hello"]))])
    expect(content).toMatchObject([{ type: "blob", mime: "application/pdf", name: "a.txt" }])
    expect(blobs).toHaveLength(1)
  })

  it("is stored as a UTF-8 blob if it is text, and quoted to the model in a fence it cannot break out of", async () => {
    const words = "a\n````js\nb\n````"
    const utf16 = Buffer.from(`\ufeff${words}`, "utf16le")
    const { content, blobs } = await attach([text("Fix it"), file("notes.md", words), file("wide.md", utf16)])
    expect(content).toMatchObject([
      text("Fix it"),
      { type: "blob", mime: "text/plain", size: 15, name: "notes.md" },
      { type: "blob", mime: "text/plain", size: 15, name: "wide.md" },
    ])
    const found = new Map(blobs.map(({ hash, bytes }) => [hash, bytes]))
    expect(found.size).toBe(1)
    expect(fullText(content.slice(0, 2), found)).toBe("Fix it\n[notes.md, 15 bytes]\n`````\na\n````js\nb\n````\n`````")
    expect(fullText(content, new Map())).toContain("[Attached file 'wide.md' is no longer available]")
  })

  it("becomes a text part if it is text without a name", () => {
    expect(attach([bytesPart(Buffer.from("hello"))])).toEqual({ content: [text("hello")], blobs: [] })
  })

  it.each<readonly [string, () => InputPart, RegExp]>([
    [
      "missing",
      () => ({ type: "file", path: join(folder, "gone.pdf") }),
      /^\[Attached file 'gone.pdf' could not be read: no such file\]$/,
    ],
    ["below a file", () => ({ type: "file", path: join(folder, "f", "x") }), /no such file/],
    ["impossible", () => ({ type: "file", path: "a\u0000b", name: "a b" }), /'a b' could not be read: no such file/],
    ["a folder", () => ({ type: "file", path: folder, name: "it" }), /'it' could not be read: it is a folder/],
    ["a device", () => ({ type: "file", path: "/dev/zero" }), /it is no regular file/],
    ["of an unknown kind", () => file("a.zip", "PK\u0000"), /'a.zip' could not be read: it is neither text in UTF-8/],
    ["a damaged image", () => file("a.png", png(2, 2).subarray(0, 20)), /'a.png' could not be read: it is a damaged/],
    ["an image of too many pixels", () => file("b.png", png(1, 8001)), /'b.png' could not be read: .* 8000 pixels/],
    [
      "an archive that reads as text",
      () => file("b.zip", "PK\x03\x04aaaa"),
      /'b.zip' could not be read: it is neither/,
    ],
    ["empty", () => file("nothing.txt", " \n"), /'nothing.txt' is empty/],
    ["bytes of an unknown kind", () => bytesPart(Buffer.alloc(9)), /'application\/octet-stream' could not be read/],
    ["called in two lines", () => ({ type: "file", path: "x", name: "a\n]b" }), /'a \]b' could not/],
  ])("that is %s becomes a note", async (_, part, note) => {
    writeFileSync(join(folder, "f"), "")
    const { content, blobs } = await attach([text("See"), part()])
    expect(content).toEqual([text("See"), { type: "text", text: expect.stringMatching(note) }])
    expect(blobs).toEqual([])
  })

  it("may be a pipe without a writer, which does not block", async () => {
    const path = join(folder, "pipe")
    execFileSync("mkfifo", [path])
    expect((await attach([{ type: "file", path }])).content).toMatchObject([{ text: /no regular file/ }])
  })

  it("that cannot be read for lack of permission becomes a note", async () => {
    const part = file("secret.txt", "x")
    chmodSync(join(folder, "secret.txt"), 0)
    const { content } = await asNobody(folder, () => attach([part]))
    expect(content).toMatchObject([{ text: /permission denied/ }])
  })

  it("is refused above 20 MB, and the error names the limit", async () => {
    const large = Buffer.alloc(ATTACHMENT_LIMIT_BYTES + 1, "a")
    const refusal = { code: "input-invalid", message: /"large.txt" has 20.0 MB; the limit is 20 MB/ }
    expect(() => attach([bytesPart(large, { name: "large.txt" })])).toThrow(
      expect.objectContaining({ code: "input-invalid" }),
    )
    mkdirSync(join(folder, "big"), { recursive: true })
    await expect(attach([file("large.txt", large), bytesPart(large)])).rejects.toMatchObject(refusal)
    expect((await attach([bytesPart(large.subarray(1))])).blobs).toHaveLength(1)
  })
})

describe("the user's own words in a message", () => {
  const part = (name: string, mime: string) => ({ type: "blob", hash: name, mime, size: 1, name }) as const
  it("exclude attachments, their names, and notes about them", () => {
    const said = [
      text('Compare @a.pdf with @"b c.png", and fix todo.md'),
      part("a.pdf", "application/pdf"),
      part("b c.png", "image/png"),
      part("todo.md", "text/plain"),
      text("[Attached file 'gone.pdf' could not be read: no such file]"),
      text("Thanks"),
    ]
    expect(ownWords(said)).toBe("Compare the attachment with the attachment, and fix the attachment\nThanks")
  })
})
