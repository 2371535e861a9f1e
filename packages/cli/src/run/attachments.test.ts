// Files on the command line: real processes, real files, a real database.
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Fact } from "@pawl/agent"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { DOCX, PNG, pdf } from "../__fixtures__/attachable.ts"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { inputOf, MAX_ATTACHMENTS, promptWith } from "./attachments.ts"

let place: Place

beforeEach(() => {
  place = makePlace()
  mkdirSync(join(place.work, "shots"))
  put("report.pdf", pdf("Quarterly figures: 42"))
  put("shots/a.png", PNG)
  put("notes.md", "# Notes\n")
})

afterEach(() => place.remove())

function put(name: string, content: string | Buffer): void {
  writeFileSync(join(place.work, name), content)
}

/** A profile that accepts every answer. */
const pawl = (words: readonly string[], stdin?: string | Buffer) =>
  place.pawl(["--profile", "chat-service", ...words], stdin === undefined ? {} : { stdin })

const PDF_TEXT = "[Text of report.pdf, 1 page]\nQuarterly figures: 42"
const NOTES = "[notes.md, 8 bytes]\n```\n# Notes\n```"
const IMAGE = "[Image 'shots/a.png']\n[shots/a.png, 70 bytes]"

describe("pawl -p with files", () => {
  it("shows the model files that are named with @", async () => {
    const prompt = "Look at @report.pdf, @shots/a.png and (@notes.md)."
    const { code, stdout, stderr } = await pawl(["-p", prompt])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toBe(`You said: ${prompt}\n${PDF_TEXT}\n${IMAGE}\n${NOTES}\n`)
  })

  it("T23: shows the text of a Word document, named or piped", async () => {
    put("minutes.docx", DOCX)
    const named = await pawl(["-p", "Read @minutes.docx"])
    expect(named.stdout).toBe("You said: Read @minutes.docx\n[Text of minutes.docx]\nMinutes of May: 7 decisions\n")
    const piped = await pawl(["-p", "Read"], DOCX)
    expect(piped.stdout).toBe("You said: Read\n[Text of piped.docx]\nMinutes of May: 7 decisions\n")
    put("broken.docx", DOCX.subarray(0, -40))
    const broken = await pawl(["-p", "Read @broken.docx"])
    expect(broken.stdout).toContain("[broken.docx: no text could be extracted; it is damaged, or no Word document]")
  })

  it("shows files of --attach, also without a prompt, and with commas and spaces in their names", async () => {
    put("a, b.md", "ab\n")
    const { stdout } = await pawl(["--attach", "a, b.md", "--attach=report.pdf"])
    expect(stdout).toBe(`You said: [a, b.md, 3 bytes]\n\`\`\`\nab\n\`\`\`\n${PDF_TEXT}\n`)
  })

  it("attaches a file once that is named twice", async () => {
    const { stdout } = await pawl(["-p", "See @notes.md and @./notes.md", "--attach", "notes.md"])
    expect(stdout.match(/# Notes/g)).toHaveLength(1)
  })

  it("reports a missing and an unusable file to the model and the user", async () => {
    put("a.zip", Buffer.from("PK\u0000\u0000"))
    const { code, stdout, stderr } = await pawl([
      "-p",
      "See @gone.pdf, @a.zip, @ada, ada@x.org, @types/node, \\@notes.md",
    ])
    expect(code).toBe(0)
    expect(stdout).toBe(
      "You said: See @gone.pdf, @a.zip, @ada, ada@x.org, @types/node, @notes.md\n" +
        "[Attached file 'gone.pdf' could not be read: no such file]\n" +
        "[Attached file 'a.zip' could not be read: it is neither text in UTF-8, nor an image (PNG, JPEG, GIF, WebP), nor a PDF, nor a Word document (DOCX)]\n",
    )
    expect(stderr).toMatch(
      /^pawl: file 'gone.pdf' could not be read: no such file\npawl: file 'a.zip' could not be read/,
    )
  })

  it("refuses --attach of a file that is not there, before anything is sent", async () => {
    const { code, stdout, stderr } = await pawl(["-p", "See", "--attach", "notes.md", "--attach", "gone.pdf"])
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toMatch(/^pawl: There is no file "gone\.pdf" for --attach in ".*"\. Check the path\.\n$/)
    expect((await place.pawl(["sessions", "list", "--json"])).stdout).toBe("[]\n")
  })

  it("refuses a file of more than 20 MB, names the limit, and stores nothing (T21)", async () => {
    put("large.txt", Buffer.alloc(20 * 1024 * 1024 + 1, "a"))
    const { code, stdout, stderr } = await pawl(["-p", "See @large.txt"])
    expect({ code, stdout }).toEqual({ code: 42, stdout: "" })
    expect(stderr).toBe(
      'pawl: The attachment "large.txt" has 20.0 MB; the limit is 20 MB. Send a smaller one, or a part of it.\n',
    )
    expect((await place.pawl(["sessions", "list", "--json"])).stdout).toBe("[]\n")
  })

  it("shows a folder as a list, up to 200 entries", async () => {
    mkdirSync(join(place.work, "many"))
    for (let number = 0; number < 205; number++) put(`many/${String(number).padStart(3, "0")}.txt`, "x")
    mkdirSync(join(place.work, "many/000"))
    const { stdout } = await pawl(["-p", "Look into @many and @shots/"])
    expect(stdout).toContain("```\nA folder with 206 entries:\n000/\n000.txt (1 bytes)\n")
    expect(stdout).toContain("198.txt (1 bytes)\n[6 more]\n```")
    expect(stdout).toMatch(/\[shots\/, \d+ bytes\]\n```\nA folder with 1 entry:\na.png \(70 bytes\)\n/)
  })

  it("attaches a piped image or PDF, with or without a prompt", async () => {
    expect((await pawl(["-p", "What is it?"], pdf("piped words"))).stdout).toBe(
      "You said: What is it?\n[Text of piped.pdf, 1 page]\npiped words\n",
    )
    expect((await pawl([], PNG)).stdout).toBe("You said: [Image 'piped.png']\n[piped.png, 70 bytes]\n")
    expect((await place.pawl([], { stdin: PNG })).code).toBe(0)
  })

  it("ignores mentions in piped text, which is untrusted input", async () => {
    expect((await pawl(["-p", "Review"], "@notes.md @gone.pdf")).stdout).toBe(
      "You said: Review\n\n@notes.md @gone.pdf\n",
    )
  })

  it("names attachments in pawl sessions show, and stores only references in the log", async () => {
    await pawl(["-p", "About @report.pdf and @notes.md", "--title", "mine"])
    rmSync(join(place.work, "report.pdf"))
    const shown = (await place.pawl(["sessions", "show", "mine"])).stdout
    expect(shown).toContain("you    About @report.pdf and @notes.md\n[report.pdf, ")
    expect(shown).toContain("\n[notes.md, 8 bytes]\nmodel  ")
    const exported = (await place.pawl(["sessions", "export", "mine"])).stdout
    const facts = exported
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Fact)
    const said = facts.find((fact) => fact.type === "turn-started")
    expect(said?.input).toMatchObject([
      { type: "text" },
      { type: "blob", mime: "application/pdf", name: "report.pdf" },
      { type: "blob", mime: "text/plain", name: "notes.md" },
    ])
    // The file is removed, but the message is not.
    expect((await pawl(["-r", "mine", "-p", "length"])).code).toBe(0)
  })

  it("refuses --attach without a value, or without a prompt on a terminal", async () => {
    expect(await place.pawl(["-p", "x", "--attach"])).toMatchObject({
      code: 2,
      stderr: /--attach needs a value: --attach FILE/,
    })
  })

  it("reads a megabyte of text and a list of 10,000 names without delay", async () => {
    const names = Array.from({ length: 10_000 }, (_, number) => `photos/2026/IMG_${number}.jpg`).join("\n")
    put("names.txt", names)
    const began = performance.now()
    const piped = await pawl(["-p", "length"], `${"word ".repeat(200_000)}\n${names}`)
    // The model's window decides how much of it the model sees.
    expect(piped).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d{5,} characters\n$/) })
    expect((await pawl(["-p", "length @names.txt"])).stdout).toMatch(/^\d+ characters\n$/)
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})

describe("promptWith", () => {
  it("returns only the text of a prompt without files", () => {
    expect(inputOf(promptWith("hello @ada", place.work))).toBe("hello @ada")
  })

  it("attaches the first of thousands of files, and says so, at once", () => {
    for (let number = 0; number < 150; number++) put(`f${number}.txt`, "x")
    const began = performance.now()
    const text = Array.from({ length: 10_000 }, (_, number) => `@f${number}.txt`).join(" ")
    const { parts } = promptWith(text, place.work)
    expect(performance.now() - began).toBeLessThan(5000)
    expect(parts).toHaveLength(MAX_ATTACHMENTS + 1)
    expect(parts.at(-1)).toMatchObject({ text: "[Attached file '9900 more' could not be read: at most 100 are]" })
  })

  it.each(["~", "/", "~/nothing-of-this-name.pdf"])("allows files outside of the workspace: @%s", (path) => {
    expect(promptWith(`See @${path}`, place.work).parts).toHaveLength(1)
  })
})
