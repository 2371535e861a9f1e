// Colours code in the languages that answers most often have. Loaded with the first code block of a page.
import hljs from "highlight.js/lib/core"
import bash from "highlight.js/lib/languages/bash"
import c from "highlight.js/lib/languages/c"
import css from "highlight.js/lib/languages/css"
import diff from "highlight.js/lib/languages/diff"
import go from "highlight.js/lib/languages/go"
import java from "highlight.js/lib/languages/java"
import javascript from "highlight.js/lib/languages/javascript"
import json from "highlight.js/lib/languages/json"
import python from "highlight.js/lib/languages/python"
import rust from "highlight.js/lib/languages/rust"
import sql from "highlight.js/lib/languages/sql"
import typescript from "highlight.js/lib/languages/typescript"
import xml from "highlight.js/lib/languages/xml"
import yaml from "highlight.js/lib/languages/yaml"

const languages = { bash, c, css, diff, go, java, javascript, json, python, rust, sql, typescript, xml, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)
hljs.registerAliases(["cpp", "h", "hpp", "csharp", "cs"], { languageName: "c" })
hljs.registerAliases(["console", "shell", "zsh"], { languageName: "bash" })

/** Longer code is shown without colours: they would take too long. */
const LONGEST = 60_000

/** HTML in which only spans with classes are not from the code; undefined for a language that is not known. */
export function coloured(code: string, language: string): string | undefined {
  if (hljs.getLanguage(language) === undefined || code.length > LONGEST) return undefined
  return hljs.highlight(code, { language, ignoreIllegals: true }).value
}
