// readDocument on PDFs of all kinds, on a thread: the process continues in time, with a text that says what happened.
import { describe, expect, it } from "vitest"
import { pdf } from "./__fixtures__/pdf.ts"
import { pdfWords } from "./pdf-text.ts"
import { documentLimits, readDocument } from "./read-document.ts"

const words = async (bytes: Uint8Array, limits = documentLimits) =>
  pdfWords("a.pdf", await readDocument("pdf", bytes, limits))

describe("readDocument on a PDF", () => {
  it("returns the text under its name and number of pages", async () => {
    expect(await words(pdf(["Hello (world)\nsecond line", "Page two"]))).toBe(
      "[Text of a.pdf, 2 pages]\nHello (world)\nsecond line\n\nPage two",
    )
    expect(await words(pdf(["one"]))).toBe("[Text of a.pdf, 1 page]\none")
  })

  it("finds the text although the object table is broken", async () => {
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
    ["not a PDF", Buffer.from("%PDF-1.4 not really"), "[a.pdf: no text could be extracted; it is damaged, or no PDF]"],
    ["nothing", Buffer.alloc(0), "[a.pdf: no text could be extracted; it is damaged, or no PDF]"],
  ])("returns a placeholder for a PDF that is %s", async (_, bytes, expected) => {
    expect(await words(bytes)).toBe(expected)
  })

  it("ends with a notice at the page limit", async () => {
    const long = pdf(Array.from({ length: 30 }, (_, index) => `page ${index + 1}`))
    const read = await words(long, { ...documentLimits, maxPages: 3 })
    expect(read).toMatch(/^\[Text of a.pdf, 30 pages\]\npage 1\n\npage 2\n\npage 3\n\[The text of a.pdf ends here, /)
    expect(read).toContain("on page 3 of 30: the rest is left out]")
  })

  it("ends with a notice at the character limit, even within a page", async () => {
    const line = `BT /F1 12 Tf (${"many words ".repeat(10)}) Tj ET\n`
    const long = pdf(["begin", "never reached"], { padding: { text: line, times: 20_000 } })
    const read = await words(long)
    expect(read.length).toBeLessThan(documentLimits.maxChars + 300)
    expect(read).toMatch(/\n\[The text of a.pdf ends here, on page 1 of 2: the rest is left out\]$/)
  })

  it("keeps what was read before the time limit", async () => {
    // Saves the graphics state 20 million times, which takes a parser minutes: more than this test has.
    const endless = pdf(["x"], { padding: { text: "q ", times: 20_000_000 } })
    // On a busy machine the limit may pass before the pages are counted.
    expect(await words(endless, { ...documentLimits, timeoutMs: 1500 })).toMatch(
      /^\[a\.pdf(?:, 1 page)?: no text could be extracted; reading it took too long\]$/,
    )
  })

  it("stops when memory use grows too much", async () => {
    const bomb = pdf(["x"], { padding: { text: " ".repeat(1000), times: 300_000 } })
    expect(bomb.length).toBeLessThan(1_000_000)
    const limits = { ...documentLimits, maxGrowthBytes: 128 * 1024 * 1024 }
    expect(await words(bomb, limits)).toBe(
      "[a.pdf, 1 page: no text could be extracted; reading it took too much memory]",
    )
  })
})

describe("pdfWords", () => {
  it("says why the rest is missing", () => {
    expect(pdfWords("a.pdf", { pages: 9, read: ["one", "two"], failure: "too-slow" })).toBe(
      "[Text of a.pdf, 9 pages]\none\n\ntwo\n[The text of a.pdf ends here, on page 2 of 9: the rest is left out; reading it took too long]",
    )
  })

  it("ends the text where the model's window would be too full, and names the page", () => {
    const three = { pages: 3, read: ["a".repeat(10), "b".repeat(10), "c".repeat(10)] }
    expect(pdfWords("a.pdf", three, 22)).toMatch(/b{10}\n\[The text of a.pdf ends here, on page 2 of 3: the rest/)
    expect(pdfWords("a.pdf", three, 15)).toMatch(/a{10}\n\nb{3}\n\[The text of a.pdf ends here, on page 2 of 3/)
    expect(pdfWords("a.pdf", three, 34)).toMatch(/c{10}$/)
  })

  it("removes control characters and lone surrogates", () => {
    expect(pdfWords("a.pdf", { pages: 1, read: ["a\u0000b\u001b[31m   c\n\n\n\n\nd\ud800"] })).toBe(
      "[Text of a.pdf, 1 page]\nab[31m c\n\nd\ufffd",
    )
  })
})
