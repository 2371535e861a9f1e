import { describe, expect, it } from "vitest"
import { gifHead, jpegHead, png, webpHead } from "../model/attachments/__fixtures__/images.ts"
import { imageSize } from "./image-size.ts"

describe("imageSize", () => {
  it.each([
    ["PNG", png(300, 20)],
    ["GIF", gifHead(300, 20)],
    ["JPEG", jpegHead(300, 20)],
    ["WebP, lossy", webpHead("VP8 ", 300, 20)],
    ["WebP, lossless", webpHead("VP8L", 300, 20)],
    ["WebP, extended", webpHead("VP8X", 300, 20)],
  ])("parses the header: %s", (_, bytes) => {
    expect(imageSize(bytes)).toEqual({ width: 300, height: 20 })
    for (let length = 0; length < 20; length++) expect(() => imageSize(bytes.subarray(0, length))).not.toThrow()
  })

  it.each([
    Buffer.alloc(0),
    Buffer.from("hello, hello, hello, hello, hello"),
    Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 0]),
  ])("returns undefined without a known header", (bytes) => {
    expect(imageSize(bytes)).toBeUndefined()
  })
})
