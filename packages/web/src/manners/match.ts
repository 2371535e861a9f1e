// Finds what a person means by a few letters: every word must be in the text, and beginnings of words count more.

export interface Findable {
  readonly label: string
  /** More words by which it is found. */
  readonly words?: string
}

/** What matches, best first; in its own order where nothing is asked for. */
export function matching<T extends Findable>(items: readonly T[], asked: string): readonly T[] {
  const words = fold(asked).split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  return items
    .map((item, place) => ({ item, place, score: scoreOf(item, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .map(({ item }) => item)
}

function scoreOf({ label, words: more = "" }: Findable, asked: readonly string[]): number {
  const name = fold(label)
  const all = `${name} ${fold(more)}`
  const scores = asked.map((word) => {
    if (name.startsWith(word)) return 4
    if (beginsAWord(name, word)) return 3
    if (beginsAWord(all, word)) return 2
    return all.includes(word) ? 1 : 0
  })
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0)
}

function beginsAWord(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((each) => each.startsWith(word))
}

/** Without case and accents: "menu" finds "Menü". */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
}
