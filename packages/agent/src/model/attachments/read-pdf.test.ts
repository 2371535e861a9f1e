// PDFs of every sort, read on a thread: the process goes on, in time, with words for what happened.
import { describe, expect, it } from "vitest"
import { pdf } from "./__fixtures__/pdf.ts"
import { pdfWords } from "./pdf-words.ts"
import { documentLimits, readDocument } from "./read-document.ts"

const words = async (bytes: Uint8Array, limits = documentLimits) =>
  pdfWords("a.pdf", await readDocument("pdf", bytes, limits))

describe("the text of a PDF", () => {
  it("stands under its name and the number of its pages", async () => {
    expect(await words(pdf(["Hello (world)\nsecond line", "Page two"]))).toBe(
      "[Text of a.pdf, 2 pages]\nHello (world)\nsecond line\n\nPage two",
    )
    expect(await words(pdf(["one"]))).toBe("[Text of a.pdf, 1 page]\none")
  })

  it("is found although the table of objects is broken", async () => {
    expect(await words(pdf(["still there"], { brokenTable: true }))).toContain("still there")
  })

  it.each([
    ["a scan", pdf(["", ""]), "[a.pdf, 2 pages: no text could be extracted; it may be a scan]"],
    [
      "locked",
      pdf(["secret"], { encrypted: true }),
      "[a.pdf: no text could be extracted; it is protected by a password]",
    ],
    ["cut off", pdf(["hello"]).subarray(0, 200), "[a.pdf: no text could be extracted; it is damaged, or no PDF]"],
    ["no PDF", Buffer.from("%PDF-1.4 not really"), "[a.pdf: no text could be extracted; it is damaged, or no PDF]"],
    ["nothing", Buffer.alloc(0), "[a.pdf: no text could be extracted; it is damaged, or no PDF]"],
  ])("is a placeholder for one that is %s", async (_, bytes, expected) => {
    expect(await words(bytes)).toBe(expected)
  })

  it("ends with a notice after so many pages", async () => {
    const long = pdf(Array.from({ length: 30 }, (_, index) => `page ${index + 1}`))
    const read = await words(long, { ...documentLimits, maxPages: 3 })
    expect(read).toMatch(/^\[Text of a.pdf, 30 pages\]\npage 1\n\npage 2\n\npage 3\n\[The text of a.pdf ends here, /)
    expect(read).toContain("on page 3 of 30: the rest is left out]")
  })

  it("ends with a notice after so many characters, in the middle of a page too", async () => {
    const line = `BT /F1 12 Tf (${"many words ".repeat(10)}) Tj ET\n`
    const long = pdf(["begin", "never reached"], { padding: { text: line, times: 20_000 } })
    const read = await words(long)
    expect(read.length).toBeLessThan(documentLimits.maxChars + 300)
    expect(read).toMatch(/\n\[The text of a.pdf ends here, on page 1 of 2: the rest is left out\]$/)
  })

  it("keeps what was read before the time was up", async () => {
    // The graphics state is saved for ever, which takes a reader minutes: more than this test has.
    const endless = pdf(["x"], { padding: { text: "q ", times: 20_000_000 } })
    expect(await words(endless, { ...documentLimits, timeoutMs: 1500 })).toBe(
      "[a.pdf, 1 page: no text could be extracted; reading it took too long]",
    )
  })

  it("is given up when it grows out of all proportion", async () => {
    const bomb = pdf(["x"], { padding: { text: " ".repeat(1000), times: 300_000 } })
    expect(bomb.length).toBeLessThan(1_000_000)
    const limits = { ...documentLimits, maxGrowthBytes: 128 * 1024 * 1024 }
    expect(await words(bomb, limits)).toBe(
      "[a.pdf, 1 page: no text could be extracted; reading it took too much memory]",
    )
  })
})

describe("words for a PDF", () => {
  it("say why the rest is missing", () => {
    expect(pdfWords("a.pdf", { pages: 9, read: ["one", "two"], failure: "too-slow" })).toBe(
      "[Text of a.pdf, 9 pages]\none\n\ntwo\n[The text of a.pdf ends here, on page 2 of 9: the rest is left out; reading it took too long]",
    )
  })

  it("end where the model's window would be too full, and name the page", () => {
    const three = { pages: 3, read: ["a".repeat(10), "b".repeat(10), "c".repeat(10)] }
    expect(pdfWords("a.pdf", three, 22)).toMatch(/b{10}\n\[The text of a.pdf ends here, on page 2 of 3: the rest/)
    expect(pdfWords("a.pdf", three, 15)).toMatch(/a{10}\n\nb{3}\n\[The text of a.pdf ends here, on page 2 of 3/)
    expect(pdfWords("a.pdf", three, 34)).toMatch(/c{10}$/)
  })

  it("hold no control characters and no halves of letters", () => {
    expect(pdfWords("a.pdf", { pages: 1, read: ["a\u0000b\u001b[31m   c\n\n\n\n\nd\ud800"] })).toBe(
      "[Text of a.pdf, 1 page]\nab[31m c\n\nd\ufffd",
    )
  })
})
