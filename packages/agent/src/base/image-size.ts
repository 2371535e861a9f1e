// Reads the width and height of an image from its header.

export interface ImageSize {
  readonly width: number
  readonly height: number
}

export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return READERS.map((read) => read(view)).find((size) => size !== undefined)
  } catch {
    // The bytes end before the size.
    return undefined
  }
}

type Reader = (bytes: Buffer) => ImageSize | undefined

const READERS: readonly Reader[] = [pngSize, gifSize, jpegSize, webpSize]

function pngSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.toString("latin1", 1, 4) !== "PNG") return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gifSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.toString("latin1", 0, 4) !== "GIF8") return undefined
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** Skips segment by segment to the first frame header, which holds the size. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at < bytes.length) {
    const marker = bytes.readUInt8(at + 1)
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const isFill = marker === 0xff
    const beginsPicture = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (beginsPicture) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += isFill ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function webpSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.toString("latin1", 8, 12) !== "WEBP") return undefined
  const kind = bytes.toString("latin1", 12, 16)
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind === "VP8L") {
    const packed = bytes.readUInt32LE(21)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}
