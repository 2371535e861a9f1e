// What a command printed, as a terminal shows it: a carriage return goes back to the start of the line, and what follows is written
// over it. So a progress bar is one line.

export function asTerminal(text: string): string {
  if (!text.includes("\r")) return text
  return text.split("\n").map(lineOf).join("\n")
}

function lineOf(line: string): string {
  if (!line.includes("\r")) return line
  return line.split("\r").reduce((shown, next) => next + shown.slice(next.length))
}
