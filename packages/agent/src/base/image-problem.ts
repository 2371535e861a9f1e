// Why an image cannot be shown to a model: its structure breaks off, or it has more pixels than providers take. Pixels are not decoded.
import { imageSize } from "./image-size.ts"

/** Providers refuse images with a longer side. */
export const MAX_IMAGE_SIDE = 8000

export type ImageProblem = "damaged" | "too-large"

/** Undefined for an image that is fine; for bytes that are no PNG, JPEG, GIF or WebP as well. */
export function imageProblem(bytes: Uint8Array): ImageProblem | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isWhole = FORMATS.find(([begins]) => begins.test(view.toString("latin1", 0, 12)))?.[1]
  if (isWhole === undefined) return undefined
  const size = imageSize(bytes)
  if (size === undefined || size.width === 0 || size.height === 0) return "damaged"
  if (Math.max(size.width, size.height) > MAX_IMAGE_SIDE) return "too-large"
  try {
    return isWhole(view) ? undefined : "damaged"
  } catch {
    // The bytes end within a length.
    return "damaged"
  }
}

/** How each format begins, and whether all of one picture is there. Bytes behind it are ignored, as decoders do. */
const FORMATS: readonly (readonly [RegExp, (bytes: Buffer) => boolean])[] = [
  [/^\x89PNG/, isWholePng],
  [/^\xff\xd8/, isWholeJpeg],
  [/^GIF8/, isWholeGif],
  [/^RIFF[\s\S]{4}WEBP/, isWholeWebp],
]

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")

/** Chunks of length, type, data and checksum, from IHDR over IDAT to IEND. */
function isWholePng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return false
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return false
  let hasPixels = false
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString("latin1", at + 4, at + 8)
    if (type === "IDAT") hasPixels = bytes.readUInt32BE(at) > 0 || hasPixels
    if (type === "IEND") return hasPixels
  }
  return false
}

/** Segments up to the scan, then its end. Cameras put other pictures behind it. */
function isWholeJpeg(bytes: Buffer): boolean {
  let at = 2
  while (bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xda) return bytes.indexOf(END_OF_JPEG, at + 2 + bytes.readUInt16BE(at + 2)) !== -1
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return false
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9])

/** Blocks up to the end of the first picture. */
function isWholeGif(bytes: Buffer): boolean {
  let at = 13 + coloursIn(bytes.readUInt8(10))
  while (bytes.readUInt8(at) === 0x21) at = afterBlocks(bytes, at + 2)
  if (bytes.readUInt8(at) !== 0x2c) return false
  const pixels = at + 11 + coloursIn(bytes.readUInt8(at + 9))
  return bytes.readUInt8(pixels) > 0 && afterBlocks(bytes, pixels) <= bytes.length
}

/** The bytes of a colour table, which the flags announce. */
function coloursIn(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** Data comes in blocks of a length and that many bytes; the last has the length 0. */
function afterBlocks(bytes: Buffer, from: number): number {
  let at = from
  while (bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at)
  return at + 1
}

/** Chunks of type, length and data, padded to an even number of bytes. */
function isWholeWebp(bytes: Buffer): boolean {
  let at = 12
  while (at + 8 <= bytes.length) {
    const type = bytes.toString("latin1", at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (["VP8 ", "VP8L", "ANMF"].includes(type)) return length > 0 && at + 8 + length <= bytes.length
    at += 8 + length + (length % 2)
  }
  return false
}
