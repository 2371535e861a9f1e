import { expect, it } from "vitest"
import { docx, paragraph } from "../model/attachments/__fixtures__/docx.ts"
import { png } from "../model/attachments/__fixtures__/images.ts"
import { pdf } from "../model/attachments/__fixtures__/pdf.ts"
import { attachmentProblem, mediaTypeOf } from "./attachment-problem.ts"

it.each([
  ["a PDF", pdf(["x"]), "application/pdf", undefined],
  ["a PDF with a password", pdf(["x"], { encrypted: true }), "application/pdf", "encrypted"],
  ["a broken PDF", Buffer.from("%PDF-1.4 and nothing else"), "application/pdf", "damaged"],
  ["an image", png(2, 2), "image/png", undefined],
  ["an image that breaks off", png(2, 2).subarray(0, 20), "image/png", "damaged"],
  ["an image of too many pixels", png(8001, 1), "image/png", "too-large"],
  ["an archive that reads as text", Buffer.from("PK\x03\x04aaaa"), undefined, "unknown-type"],
  ["text in UTF-8, whatever it is written in", Buffer.from("<html>hi</html>"), "text/plain", undefined],
  ["a Word document", docx(paragraph("x")), expect.stringContaining("wordprocessingml"), undefined],
  ["a program", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), undefined, "unknown-type"],
])("T21: tells the type and the problem of %s", async (_, bytes, type, problem) => {
  expect(mediaTypeOf(bytes)).toEqual(type)
  expect(await attachmentProblem(bytes)).toBe(problem)
  expect(bytes.length).toBeGreaterThan(0)
})
