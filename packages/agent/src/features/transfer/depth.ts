// How deeply a line of JSON is nested, found before it is parsed: parsing brackets costs far more memory than they take.

export function isDeeperThan(json: string, most: number): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfString(json, at)
    else if (code === BRACE || code === BRACKET) depth += 1
    else if (code === END_BRACE || code === END_BRACKET) depth -= 1
    if (depth > most) return true
  }
  return false
}

const [QUOTE, BRACE, END_BRACE, BRACKET, END_BRACKET, BACKSLASH] = [0x22, 0x7b, 0x7d, 0x5b, 0x5d, 0x5c]

/** The place of the quote that ends the string. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at
    while (json.charCodeAt(before - 1) === BACKSLASH) before -= 1
    if ((at - before) % 2 === 0) return at
  }
  return json.length
}
