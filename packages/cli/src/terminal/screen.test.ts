// What reaches a stream: a terminal gets no control sequences but Pawl's colours; a pipe gets data unchanged.
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
  it("gets Pawl's colours, and no others", () => {
    vi.stubEnv("NO_COLOR", "")
    vi.stubEnv("TERM", "xterm")
    const { screen, written } = screenOn(true)
    const { bold, red } = screen.style
    screen.write(`${red(`x ${bold(HOSTILE)} y`)}\u001b[1m`)
    expect(written()).toBe("\u001b[31mx \u001b[1mabcde\u001b[22m y\u001b[39m")
  })

  it("cannot be deceived by a colour that looks like Pawl's", () => {
    vi.stubEnv("NO_COLOR", "")
    vi.stubEnv("TERM", "xterm")
    const { screen, written } = screenOn(true)
    // An attacker who knows the code, but not the random number of this process, can write this.
    screen.write("\u001b[1;2;3;4;31mred")
    expect(written()).toBe("red")
  })

  it("gets JSON of the same value", () => {
    const { screen, written } = screenOn(true)
    screen.json({ text: HOSTILE })
    expect(JSON.parse(written())).toEqual({ text: HOSTILE })
    expect(written()).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u)
  })

  it("gets exact text without control sequences", () => {
    const { screen, written } = screenOn(true)
    screen.exact(HOSTILE)
    screen.rewrite(HOSTILE)
    expect(written()).toBe("abcde\r\u001b[2Kabcde")
  })
})

describe("a pipe", () => {
  it("gets data unchanged, and messages without control sequences", () => {
    const { screen, written } = screenOn(false)
    screen.exact(HOSTILE)
    screen.json(HOSTILE)
    screen.line(HOSTILE)
    expect(written()).toBe(`${HOSTILE}${JSON.stringify(HOSTILE)}\nabcde\n`)
  })
})
