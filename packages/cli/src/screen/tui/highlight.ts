// Colours for code in answers: comments, strings, numbers and the words of common languages. Good enough to read by.
import type { Paints } from "./paint.ts"

const WORDS =
  "abstract|and|as|async|await|break|case|catch|class|const|continue|def|default|del|do|elif|else|end|enum|except|export|extends|extern|false|False|finally|fn|for|from|func|function|if|impl|implements|import|in|interface|is|let|loop|match|mod|mut|namespace|new|nil|None|not|null|of|or|package|pass|private|protected|pub|public|raise|readonly|return|self|static|struct|super|switch|then|this|throw|trait|true|True|try|type|typeof|undefined|use|var|void|where|while|with|yield"
const SQL =
  "select|from|where|insert|into|values|update|set|delete|create|table|join|left|inner|on|group|order|by|limit|as|and|or|not|null|primary|key|index"

/** Languages whose comments begin with a hash, with two dashes, or with two slashes as most do. */
const HASH = /^(?:py|python|sh|bash|zsh|shell|console|rb|ruby|ya?ml|toml|make|makefile|dockerfile|r|perl|ini)$/i
const DASH = /^(?:sql|lua|haskell|hs)$/i
const NONE = /^(?:|text|txt|plain|plaintext|markdown|md|output|log)$/i

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${"`"}(?:[^${"`"}\\]|\\.)*${"`"}`
const NUMBER = String.raw`\b\d[\d_]*(?:\.\d+)?\b`

export function highlighted(code: string, language: string | undefined, paint: Paints): string[] {
  const name = (language ?? "").trim()
  if (/^(?:diff|patch)$/i.test(name)) return code.split("\n").map((line) => diffLine(line, paint))
  if (NONE.test(name)) return code.split("\n")
  const pattern = patternFor(name)
  // Line by line, so that no colour goes over the end of a row.
  return code.split("\n").map((line) =>
    line.replace(pattern, (found, comment?: string, string?: string, word?: string) => {
      if (comment !== undefined) return paint.dim(found)
      if (string !== undefined) return paint.green(found)
      return word === undefined ? paint.yellow(found) : paint.magenta(found)
    }),
  )
}

function patternFor(name: string): RegExp {
  const comment = HASH.test(name) ? "(?<![$\\w])#.*" : DASH.test(name) ? "--.*" : "(?<!:)//.*|/\\*.*?\\*/"
  const words = /^sql$/i.test(name) ? SQL : WORDS
  return new RegExp(`(${comment})|(${STRING})|\\b(${words})\\b|${NUMBER}`, /^sql$/i.test(name) ? "gi" : "g")
}

function diffLine(line: string, paint: Paints): string {
  if (line.startsWith("+")) return paint.green(line)
  if (line.startsWith("-")) return paint.magenta(line)
  return line.startsWith("@@") ? paint.cyan(line) : line
}
