// What Tab and the menu offer for what is being typed: commands, their arguments, and files after an @.
import type { Room } from "./command.ts"
import { filesFor, filesIn } from "./complete-file.ts"
import { completePath, spelled } from "./complete-path.ts"
import { aboutOf, type MenuEntry, menuOf } from "./menu.ts"
import type { Completion, Completions, TerminalListeners } from "./terminal.ts"

/** From so many letters on, the remark about a word is searched, too. */
const MIN_SEARCHED = 3

export function completeInput(room: () => Room): TerminalListeners["complete"] {
  let menu: readonly MenuEntry[] = []
  let last = ""
  const lookedUp = async (name: string) => {
    const server = /^\/([\w-]+):/.exec(name)?.[1]
    // What is usable does not change between two letters of a name.
    const isNextLetter = last !== "" && name !== last && name.startsWith(last)
    if (!isNextLetter || server !== undefined) menu = await menuOf(room(), server)
    last = name
    return menu
  }
  return async (before) => {
    const name = /^\/\S*$/.exec(before)?.[0]
    if (name !== undefined) return namesFor(name, await lookedUp(name))
    last = ""
    if (/^\/\S+\s/.test(before) && !before.includes("\n")) {
      const found = await argumentsFor(before, room())
      if (found !== undefined) return found
    }
    const { terminal, conversation } = room()
    const { workspace } = conversation.settings
    return terminal.isScreen ? fuzzyFiles(before, workspace) : pathsFor(before, workspace)
  }
}

/** Names that begin like this; the menu shows what follows each. */
export function namesFor(typed: string, menu: readonly MenuEntry[]): Completions {
  const items = menu
    .filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase()))
    .map((entry) => {
      const { name, usage } = entry
      return { text: name, about: `${usage.slice(name.length).trim()} ${aboutOf(entry)}`.trim() }
    })
  return { of: typed, items }
}

/** The whole line is replaced, so that Enter takes the word and runs the command. */
async function argumentsFor(before: string, room: Room): Promise<Completions | undefined> {
  const [name = "", ...typed] = before.split(/\s+/)
  const begun = typed.at(-1) ?? ""
  const server = /^\/([\w-]+):/.exec(name)?.[1]
  const entry = (await menuOf(room, server)).find((each) => each.name === name.toLowerCase() || each.name === name)
  if (entry?.complete === undefined) return undefined
  return wordsFor(before, begun, await entry.complete(room, typed.slice(0, -1)))
}

/** `begun`: the last word of the line, of which the items are continuations. */
export function wordsFor(line: string, begun: string, items: readonly Completion[]): Completions | undefined {
  const wanted = begun.toLowerCase()
  const isMeant = ({ text, about = "" }: Completion) =>
    text.toLowerCase().startsWith(wanted) ||
    (wanted.length >= MIN_SEARCHED && `${text} ${about}`.toLowerCase().includes(wanted))
  const found = items.filter(isMeant)
  // A word that is complete needs no menu.
  if (found.length === 0 || (found.length === 1 && found[0]?.text === begun)) return undefined
  const start = line.slice(0, line.length - begun.length)
  return { of: line, items: found.map((item) => ({ ...item, text: start + item.text })) }
}

/** Files whose names have these letters, as mentions. */
export function fuzzyFiles(before: string, workspace: string): Completions | undefined {
  const [of, quoted, bare = ""] = /(?<=^|[\s(])@(?:["']([^"'\n]*)|([^\s"']*))$/.exec(before) ?? []
  if (of === undefined) return undefined
  return { of, items: filesFor(quoted ?? bare, filesIn(workspace)).map((path) => ({ text: spelled(path) })) }
}

function pathsFor(before: string, workspace: string): Completions | undefined {
  const [paths, of] = completePath(before, workspace)
  return paths.length === 0 ? undefined : { of, items: paths.map((text) => ({ text })) }
}
