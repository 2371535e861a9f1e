// What reaches a stream: a terminal gets nothing that it would obey, but our own colours; a pipe gets data as they are.
import { Writable } from "node:stream"
import { afterEach, describe, expect, it, vi } from "vitest"
import { Screen } from "./screen.ts"

const HOSTILE = "a\u001b[31mb\u001b]52;c;ZQ==\u0007c\u202ed\u009b2Je"

function screenOn(isTTY: boolean) {
  let written = ""
  const stream = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      written += text
      done()
    },
  })
  const screen = new Screen(Object.assign(stream, { isTTY }) as unknown as NodeJS.WriteStream) // All that it uses.
  return { screen, written: () => written }
}

afterEach(() => vi.unstubAllEnvs())

describe("a terminal", () => {
  it("is shown our colours, and none of others, wherever they stand", () => {
    vi.stubEnv("NO_COLOR", "")
    vi.stubEnv("TERM", "xterm")
    const { screen, written } = screenOn(true)
    const { bold, red } = screen.style
    screen.write(`${red(`x ${bold(HOSTILE)} y`)}\u001b[1m`)
    expect(written()).toBe("\u001b[31mx \u001b[1mabcde\u001b[22m y\u001b[39m")
  })

  it("cannot be deceived by a colour that looks like ours", () => {
    vi.stubEnv("NO_COLOR", "")
    vi.stubEnv("TERM", "xterm")
    const { screen, written } = screenOn(true)
    // What anybody can write who knows the code, but not the number of this process.
    screen.write("\u001b[1;2;3;4;31mred")
    expect(written()).toBe("red")
  })

  it("gets JSON that means the same", () => {
    const { screen, written } = screenOn(true)
    screen.json({ text: HOSTILE })
    expect(JSON.parse(written())).toEqual({ text: HOSTILE })
    expect(written()).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u)
  })

  it("gets what is meant to be exact without what it would obey", () => {
    const { screen, written } = screenOn(true)
    screen.exact(HOSTILE)
    screen.rewrite(HOSTILE)
    expect(written()).toBe("abcde\r\u001b[2Kabcde")
  })
})

describe("a pipe", () => {
  it("gets data to the letter, and words for people without what a terminal would obey", () => {
    const { screen, written } = screenOn(false)
    screen.exact(HOSTILE)
    screen.json(HOSTILE)
    screen.line(HOSTILE)
    expect(written()).toBe(`${HOSTILE}${JSON.stringify(HOSTILE)}\nabcde\n`)
  })
})
