// Hand-written Word documents, and archives that are broken in various ways.
import { crc32, deflateRawSync } from "node:zlib"

export interface Part {
  readonly name: string
  readonly body: string | Uint8Array
  /** The size that the archive declares, if it is not the real one. */
  readonly says?: number
  readonly method?: number
  readonly flags?: number
  /** The content, already compressed. */
  readonly packed?: Uint8Array
}

export const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** `body`: the content of the document's body element. */
export function docx(body: string, more: readonly Part[] = []): Buffer {
  return zip([
    { name: "[Content_Types].xml", body: "<Types/>" },
    {
      name: "_rels/.rels",
      body: '<Relationships><Relationship Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>',
    },
    { name: "word/document.xml", body: `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>` },
    ...more,
  ])
}

export function paragraph(text: string): string {
  return `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

export function zip(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const { name, body, says, method = 8, flags = 0, packed: given } of parts) {
    const bytes = Buffer.from(body)
    const packed = Buffer.from(given ?? (method === 8 ? deflateRawSync(bytes) : bytes))
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(says ?? bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    centrals.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, rest, Buffer.from(name)]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end])
}

/** Compresses this many zero bytes, about a thousand to one, without holding them all in memory. */
export function bomb(megabytes: number, begin = ""): Uint8Array {
  return deflateRawSync(Buffer.concat([Buffer.from(begin), Buffer.alloc(megabytes * 1024 * 1024, " ")]))
}
