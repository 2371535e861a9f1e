// Choosing where nothing can be redrawn: a numbered list, and a line with a number or with words that make the list shorter.
import { named, short } from "../terminal/plain.ts"
import { matching } from "./matching.ts"
import type { Candidate, Choosing, Terminal } from "./terminal.ts"

const MAX_LISTED = 20

export async function chooseByLine(
  terminal: Pick<Terminal, "ask" | "tell" | "style">,
  { title, candidates, search }: Choosing,
): Promise<string | undefined> {
  const signal = new AbortController().signal
  let listed = candidates
  for (;;) {
    tellList(terminal, listed)
    const line = await terminal.ask(`${title} (a number, or words to search for; Enter for none): `, { signal })
    const typed = line?.trim() ?? ""
    if (typed === "") return undefined
    const numbered = /^\d+$/.test(typed) ? listed[Number(typed) - 1] : undefined
    const exact = numbered ?? candidates.find(({ value, label }) => value === typed || label === typed)
    if (exact !== undefined) return exact.value
    const found = await (search?.(typed) ?? matching(candidates, typed))
    if (found.length === 1) return found[0]?.value
    if (found.length === 0) terminal.tell(`Nothing here has "${named(typed)}".`)
    else listed = found
  }
}

function tellList(terminal: Pick<Terminal, "tell" | "style">, listed: readonly Candidate[]): void {
  const { dim } = terminal.style
  for (const [at, { label, about }] of listed.slice(0, MAX_LISTED).entries())
    terminal.tell(
      `  ${`${at + 1}.`.padEnd(4)}${short(label, 70)}${about === undefined ? "" : dim(`  ${short(about, 80)}`)}`,
    )
  const left = listed.length - MAX_LISTED
  if (left > 0) terminal.tell(dim(`  and ${left} more`))
}
