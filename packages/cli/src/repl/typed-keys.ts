// What is typed on the terminal, as the input of the line editor: pastes and Escape are taken out of it.
import { PassThrough } from "node:stream"
import { world } from "../world.ts"
import { pasteFilter } from "./paste.ts"

const ESCAPE = "\u001b"
const ESCAPE_MS = 50

export interface TypedKeysHow {
  readonly keepPaste: Parameters<typeof pasteFilter>[0]
  /** The Escape key, alone. */
  readonly onEscape: () => void
  /** Called before text that is not a control key. */
  readonly onText: () => void
  /** Called when the line editor has taken the keys. */
  readonly afterKeys: () => void
}

export function typedKeys({ keepPaste, onEscape, onText, afterKeys }: TypedKeysHow): NodeJS.ReadableStream {
  const { stdin } = world()
  const filter = pasteFilter(keepPaste)
  // The line editor sets raw mode on its input, so this stand-in passes that on to stdin.
  const keys = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => stdin.setRawMode?.(on) })
  stdin.setEncoding("utf8")
  let escaping: NodeJS.Timeout | undefined
  stdin.on("data", (typed: string) => {
    // An Escape that is followed by more at once is the beginning of another key.
    const text = escaping === undefined ? typed : ESCAPE + typed
    clearTimeout(escaping)
    escaping = undefined
    if (text === ESCAPE) {
      escaping = setTimeout(() => {
        escaping = undefined
        onEscape()
      }, ESCAPE_MS)
      return
    }
    const filtered = filter(text)
    if (/[^\p{Cc}]/u.test(filtered)) onText()
    keys.write(filtered)
    setImmediate(afterKeys)
  })
  stdin.on("end", () => keys.end())
  // An earlier question may have paused stdin.
  stdin.resume()
  return keys
}
