// Hand-written PDFs: pages of text, and files that are broken in various ways.
import { deflateSync } from "node:zlib"

export interface PdfOptions {
  /** Marks the file as encrypted with an unknown password. */
  readonly encrypted?: boolean
  /** The object table points nowhere, so that readers have to search for the objects. */
  readonly brokenTable?: boolean
  /** Text inserted after a page's own text: repeated and compressed. */
  readonly padding?: { readonly text: string; readonly times: number }
}

/** One string per page. An empty string makes a blank page, like a scan. */
export function pdf(pages: readonly string[], options: PdfOptions = {}): Uint8Array {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(" ")
  const objects: Buffer[] = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    Buffer.from("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"),
    ...pages.flatMap((words, index) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      ),
      stream(contentOf(words, options)),
    ]),
  ]
  return assemble(objects, options)
}

function contentOf(words: string, { padding }: PdfOptions): Buffer {
  const lines = words.split("\n").map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`)
  const shown = words === "" ? "" : `BT /F1 12 Tf 14 TL 72 720 Td ${lines.join(" ")} ET`
  return Buffer.from(padding === undefined ? shown : `${shown}\n${padding.text.repeat(padding.times)}`, "latin1")
}

function stream(content: Buffer): Buffer {
  const packed = deflateSync(content)
  const head = Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`)
  return Buffer.concat([head, packed, Buffer.from("\nendstream")])
}

function assemble(objects: readonly Buffer[], { encrypted, brokenTable }: PdfOptions): Uint8Array {
  const pieces: Buffer[] = [Buffer.from("%PDF-1.4\n")]
  let at = pieces[0]?.length ?? 0
  const offsets = objects.map((body, index) => {
    const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")])
    pieces.push(piece)
    at += piece.length
    return at - piece.length
  })
  const rows = offsets.map((offset) => `${String(brokenTable ? 9 : offset).padStart(10, "0")} 00000 n \n`)
  const key = "<0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef>"
  const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -44 >> /ID [<00> <00>]`
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R ${encrypted ? lock : ""} >>`
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join("")}`
  return Buffer.concat([
    ...pieces,
    Buffer.from(`${table}trailer\n${trailer}\nstartxref\n${brokenTable ? 1 : at}\n%%EOF\n`),
  ])
}
