// docs/checks.md: each check, the tests that show it, and what of it is open.
import { CHECKS } from "./checks.ts"
import { OPEN } from "./open.ts"
import { type Showing, showings } from "./shown.ts"

const PROFILES: Readonly<Record<string, string>> = {
  T: "chat-service",
  L: "local-desktop",
  F: "xml-tools",
  M: "structured-react",
  X: "terminal",
}

/** How many test names a row lists. */
const MAX_NAMED = 3

export function page(root: string): string {
  const shown = showings(root)
  const sections = Object.entries(PROFILES).map(([letter, profile]) => {
    const rows = Object.entries(CHECKS)
      .filter(([check]) => check.startsWith(letter))
      .map(
        ([check, text]) =>
          `| ${check} | ${cell(text)} | ${testsOf(shown.get(check) ?? [])} | ${cell(OPEN[check] ?? "")} |`,
      )
    return `## ${letter}: ${profile}\n\n| check | what it says | shown by | open |\n|---|---|---|---|\n${rows.join("\n")}\n`
  })
  const all = Object.keys(CHECKS)
  const open = all.filter((check) => OPEN[check] !== undefined)
  const intro = `Each check of the specification, the tests that show it, and what of it is open. \`npm run checks\` writes this page from the names of the tests;
the suite fails when it is out of date, and when a check has neither a test nor a reason.

${all.length} checks: ${all.length - open.length} shown, ${open.length} with something open.
`
  return `# Checks\n\n${intro}\n${sections.join("\n")}`
}

function testsOf(tests: readonly Showing[]): string {
  const named = tests.slice(0, MAX_NAMED).map(({ file, name }) => `${file}: ${cell(name)}`)
  const more = tests.length > MAX_NAMED ? [`and ${tests.length - MAX_NAMED} more`] : []
  return [...named, ...more].join("<br>")
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;")
}
