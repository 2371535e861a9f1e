// Draws boxes, arrows and text of the pictures in docs/pictures, as SVG that follows the reader's light or dark theme.

export interface Place {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

const STYLE = `
  text { font: 14px system-ui, sans-serif; fill: #1f2933 }
  .small { font-size: 12px; fill: #52606d }
  .mono { font: 12px ui-monospace, monospace }
  .box { fill: #ffffff; stroke: #627d98; stroke-width: 1.5 }
  .strong { fill: #e6f0fa; stroke: #1d5fa8; stroke-width: 2 }
  .warn { fill: #fdecea; stroke: #b42318; stroke-width: 2 }
  .good { fill: #e7f6ec; stroke: #1c7c3c; stroke-width: 2 }
  .line { stroke: #52606d; stroke-width: 1.5; fill: none }
  .dashed { stroke-dasharray: 5 4 }
  .tip { fill: #52606d }
  .page { fill: #f7f9fb }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e7eb } .small { fill: #9fb3c8 }
    .box { fill: #243241; stroke: #829ab1 } .strong { fill: #14324f; stroke: #64a8ef }
    .warn { fill: #45201d; stroke: #f0857b } .good { fill: #163a24; stroke: #62c586 }
    .line { stroke: #9fb3c8 } .tip { fill: #9fb3c8 } .page { fill: #17212b }
  }`

/** A whole picture. `about`: text for screen readers. */
export function picture(
  { width, height }: Size,
  about: { readonly title: string; readonly text: string },
  parts: readonly string[],
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title text">
<title id="title">${escaped(about.title)}</title>
<desc id="text">${escaped(about.text)}</desc>
<style>${STYLE}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="tip" d="M0 0 8 4 0 8Z"/></marker></defs>
<rect class="page" width="${width}" height="${height}" rx="12"/>
${parts.join("\n")}
</svg>
`
}

export type Look = "box" | "strong" | "warn" | "good"

/** A box with up to three centred lines; the first is its name. */
export function box(at: Place, size: Size, lines: readonly string[], look: Look = "box"): string {
  const middle = at.x + size.width / 2
  const top = at.y + size.height / 2 - (lines.length - 1) * 9 + 5
  const words = lines.map((line, index) =>
    label(line, { x: middle, y: top + index * 18 }, index === 0 ? "" : "small", "middle"),
  )
  return [
    `<rect class="${look}" x="${at.x}" y="${at.y}" width="${size.width}" height="${size.height}" rx="8"/>`,
    ...words,
  ].join("\n")
}

export function words(
  line: string,
  at: Place,
  kind: "" | "small" | "mono" = "",
  anchor: "start" | "middle" | "end" = "start",
): string {
  return label(line, at, kind, anchor)
}

function label(line: string, { x, y }: Place, kind: string, anchor: string): string {
  return `<text${kind === "" ? "" : ` class="${kind}"`} x="${x}" y="${y}" text-anchor="${anchor}">${escaped(line)}</text>`
}

/** An arrow through all points, with a tip at the last. */
export function arrow(points: readonly Place[], kind: "" | "dashed" = ""): string {
  return `<polyline class="line ${kind}" points="${points.map(({ x, y }) => `${x},${y}`).join(" ")}" marker-end="url(#tip)"/>`
}

export function line(from: Place, to: Place, kind: "" | "dashed" = ""): string {
  return `<line class="line ${kind}" x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}"/>`
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
