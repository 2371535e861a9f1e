import { describe, expect, it } from "vitest"
import { gifHead, jpegHead, png, webpHead } from "../model/attachments/__fixtures__/images.ts"
import { imageProblem } from "./image-problem.ts"

/** Made by programs that draw, one pixel each. */
const REAL = {
  png: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  gif: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  jpeg: "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  webpLossy: "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
  webpLossless: "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
}
const bytesOf = (base64: string) => Buffer.from(base64, "base64")
/** The one above is cut before its end, as many are that are passed around. */
const JPEG = Buffer.concat([bytesOf(REAL.jpeg), Buffer.from([0xff, 0xd9])])

const WHOLE: readonly (readonly [string, Buffer])[] = [
  ["PNG", bytesOf(REAL.png)],
  ["GIF", bytesOf(REAL.gif)],
  ["JPEG", JPEG],
  ["WebP, lossy", bytesOf(REAL.webpLossy)],
  ["WebP, lossless", bytesOf(REAL.webpLossless)],
]

describe("imageProblem", () => {
  it.each(WHOLE)("finds nothing wrong with a whole %s, also with bytes behind it", (_, bytes) => {
    expect(imageProblem(bytes)).toBeUndefined()
    expect(imageProblem(Buffer.concat([bytes, Buffer.from("more")]))).toBeUndefined()
  })

  it.each(WHOLE)("finds a %s damaged wherever it breaks off before its last pixel", (kind, bytes) => {
    // Behind the picture stand the end mark of a GIF, which is missing in many, and a byte that makes a length even.
    const end = ["GIF", "WebP, lossless"].includes(kind) ? bytes.length - 1 : bytes.length
    for (let length = 12; length < end; length++) expect(imageProblem(bytes.subarray(0, length))).toBe("damaged")
  })

  it.each([
    ["four bytes of a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ["a JPEG of a header", jpegHead(3, 3)],
    ["a GIF with a script in it", Buffer.from("GIF89a/*\0\0\0\0*/=1;alert(document.cookie)//")],
    ["a GIF of a header", gifHead(3, 3)],
    ["an empty WebP", Buffer.from("RIFF\x04\0\0\0WEBP")],
    ["a WebP of a header", webpHead("VP8X", 3, 3)],
    ["a PNG without a width", png(0, 3)],
  ])("finds damaged: %s", (_, bytes) => {
    expect(imageProblem(bytes)).toBe("damaged")
  })

  it.each([
    [8000, 1, undefined],
    [8001, 1, "too-large"],
    [1, 8001, "too-large"],
  ])("measures a PNG of %i x %i pixels", (width, height, problem) => {
    expect(imageProblem(png(width, height))).toBe(problem)
  })

  it("finds a PNG too large by what its header says, whatever follows", () => {
    const claimed = Buffer.from(png(2, 2))
    claimed.writeUInt32BE(60_000, 16)
    expect(imageProblem(claimed)).toBe("too-large")
  })

  it("says nothing about what is no image", () => {
    expect(imageProblem(Buffer.from("hello"))).toBeUndefined()
  })
})
