// The clipboard: by a program that is there, and by the terminal.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import { describe, expect, it, onTestFinished } from "vitest"
import { processWorld, runIn } from "../world.ts"
import { copyText } from "./clipboard.ts"

function place(script: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), "pawl-clipboard-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, "wl-copy")
  if (script !== undefined) {
    writeFileSync(program, `#!/bin/sh\n${script}\n`)
    chmodSync(program, 0o755)
  }
  return { folder, kept: () => readFileSync(join(folder, "kept"), "utf8") }
}

async function copied(words: string, { folder, isTTY = false }: { readonly folder: string; readonly isTTY?: boolean }) {
  const stdout = Object.assign(new PassThrough(), { isTTY })
  const env = { PATH: `${folder}:/usr/bin:/bin`, WAYLAND_DISPLAY: "wayland-0", TERM: "xterm", FOLDER: folder }
  const how = await runIn({ ...processWorld, env, stdout, cwd: folder } as never, () => copyText(words))
  stdout.end()
  return { how, written: await text(stdout) }
}

describe.skipIf(process.platform === "win32")("text is copied", () => {
  it("by a program", async () => {
    const { folder, kept } = place('cat > "$FOLDER/kept"')
    expect(await copied("some words\n", { folder })).toEqual({
      how: { program: "wl-copy", isAsked: false },
      written: "",
    })
    expect(kept()).toBe("some words\n")
  })

  it("by the terminal, as base64, so that no control character of the text reaches it", async () => {
    const { folder } = place(undefined)
    const { how, written } = await copied("a\u001b]0;title\u0007ü", { folder, isTTY: true })
    expect(how).toEqual({ isAsked: true })
    expect(written).toBe(`\u001b]52;c;${Buffer.from("a\u001b]0;title\u0007ü").toString("base64")}\u0007`)
  })

  it("by none where there is none, or where the program fails", async () => {
    expect((await copied("x", place(undefined))).how).toEqual({ isAsked: false })
    expect((await copied("x", place("exit 1"))).how).toEqual({ isAsked: false })
  })
})
