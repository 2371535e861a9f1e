// Names that fragments in the documents may use without declaring them, so that a page shows three lines, not thirty.

const NAMES: Readonly<Record<string, string>> = {
  createAgent: 'typeof import("@pawl/agent").createAgent',
  sqlite: 'typeof import("@pawl/agent").sqlite',
  tool: 'typeof import("@pawl/agent").tool',
  agent: 'import("@pawl/agent").Agent',
  session: 'import("@pawl/agent").Session',
  store: 'import("@pawl/agent").Store',
  model: 'import("@pawl/agent").Model',
  tools: 'readonly import("@pawl/agent").Tool[]',
  facts: 'readonly import("@pawl/agent").Fact[]',
  input: 'import("zod").ZodObject<{ path: import("zod").ZodString }>',
  bytes: "Uint8Array",
  format: "(path: string) => Promise<string>",
}

/** The fragment with declarations for the names it uses. They come at the end, so that lines keep their numbers. */
export function withPreamble(fragment: string): string {
  const code = fragment.replaceAll(/\/\/.*$|"[^"\n]*"|'[^'\n]*'|`[^`]*`/gm, "")
  const lacks = Object.entries(NAMES).filter(([name]) => uses(code, name) && !declares(code, name))
  return [fragment, ...lacks.map(([name, type]) => `declare const ${name}: ${type}`), "export {}\n"].join("\n")
}

function uses(code: string, name: string): boolean {
  return new RegExp(`(?<![.\\w])${name}(?![\\w:])`).test(code)
}

/** Declared by an import, a function, or a constant, also as `{ a, name }`. */
function declares(code: string, name: string): boolean {
  const list = `\\{[^}]*\\b${name}\\b[^}]*\\}`
  return new RegExp(`\\bimport (?:type )?${list}|\\b(?:const|let|function|class) (?:${name}\\b|${list})`).test(code)
}
