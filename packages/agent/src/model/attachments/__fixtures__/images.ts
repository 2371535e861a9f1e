// Hand-written images: a real PNG of one colour, and only the headers of the other kinds.
import { crc32, deflateSync } from "node:zlib"

export function png(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((width + 1) * height))
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

export function gifHead(width: number, height: number): Uint8Array {
  const head = Buffer.from("GIF89a....\0\0\0", "latin1")
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  return head
}

/** A comment segment precedes the size, as in files from cameras. */
export function jpegHead(width: number, height: number): Uint8Array {
  const size = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  size.writeUInt16BE(height, 5)
  size.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 6, 1, 2, 3, 4]), size])
}

export function webpHead(kind: "VP8 " | "VP8L" | "VP8X", width: number, height: number): Uint8Array {
  const head = Buffer.alloc(30)
  head.write("RIFF", 0)
  head.write(`WEBP${kind}`, 8)
  if (kind === "VP8X") {
    head.writeUIntLE(width - 1, 24, 3)
    head.writeUIntLE(height - 1, 27, 3)
  } else if (kind === "VP8L") {
    head[20] = 0x2f
    head.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
  } else {
    head.set([0x9d, 0x01, 0x2a], 23)
    head.writeUInt16LE(width, 26)
    head.writeUInt16LE(height, 28)
  }
  return head
}
