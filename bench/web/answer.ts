// The answer that is streamed to the web app, slower than a screen draws, so that each piece is drawn.
import type { Asked, Said } from "../../test/web/__fixtures__/story-model.ts"
import { markdownWords } from "../markdown-words.ts"

export const PIECES = 300
const PAUSE_MS = 20

export function story({ input }: Asked): Said {
  if (!input.includes("stream")) return { text: "Here it is." }
  return { text: markdownWords(PIECES, " the-end").join(""), pauseMs: PAUSE_MS }
}
