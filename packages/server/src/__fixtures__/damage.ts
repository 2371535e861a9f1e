// Damages the lines of a real export at random: what a broken disk, or a person who means harm, would send.
import fc, { type Arbitrary } from "fast-check"
import { oddText } from "./arbitrary.ts"

type Damage = (lines: readonly string[]) => readonly string[]

const odd: Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(-1, 1e308, null, [], {}, { inputTokens: -5 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Up to three damages, one after the other; sometimes none. `stolen`: hashes of bytes that belong to somebody else. */
export function damaged(lines: readonly string[], stolen: readonly string[]): Arbitrary<string> {
  return fc
    .array(damage(lines.length, stolen), { maxLength: 3 })
    .map((all) => all.reduce<readonly string[]>((now, each) => each(now), lines).join("\n"))
}

function damage(count: number, stolen: readonly string[]): Arbitrary<Damage> {
  const place = fc.nat({ max: count - 1 })
  return fc.oneof(
    place.map(
      (at): Damage =>
        (lines) =>
          lines.toSpliced(at, 1),
    ),
    place.map(
      (at): Damage =>
        (lines) =>
          lines.toSpliced(at, 0, lines[at] ?? ""),
    ),
    fc.tuple(place, oddText).map(
      ([at, text]): Damage =>
        (lines) =>
          lines.with(at % lines.length, text),
    ),
    fc
      .tuple(place, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([at, part]): Damage => changed(at, (line) => line.slice(0, Math.floor(line.length * part)))),
    fc
      .tuple(place, fc.nat({ max: 20 }), odd)
      .map(([at, field, value]): Damage => changed(at, (line) => withField(line, field, value))),
    fc.constantFrom(...stolen).map(
      (hash): Damage =>
        (lines) =>
          withStolen(lines, hash),
    ),
  )
}

function changed(at: number, change: (line: string) => string): Damage {
  return (lines) => lines.map((line, place) => (place === at ? change(line) : line))
}

function withField(line: string, field: number, value: unknown): string {
  try {
    const fact = JSON.parse(line) as Record<string, unknown>
    const names = [...Object.keys(fact), "full", "parent", "usage", "x"]
    return JSON.stringify({ ...fact, [names[field % names.length] ?? "x"]: value })
  } catch {
    return line
  }
}

/** Says that the person attached the bytes, and that the export has lost them. */
function withStolen(lines: readonly string[], hash: string): readonly string[] {
  const part = { type: "blob", hash, mime: "text/plain", size: 1 }
  const said = lines.map((line) =>
    line.includes('"type":"turn-started"') ? JSON.stringify({ ...JSON.parse(line), input: [part] }) : line,
  )
  const end = said.findIndex((line) => line.includes('"type":"end"'))
  if (end === -1) return said
  const counted = JSON.parse(said[end] ?? "{}") as { readonly blobs: number }
  const closing = JSON.stringify({ ...counted, blobs: counted.blobs + 1 })
  return said.toSpliced(end, 1, JSON.stringify({ type: "blob", hash, missing: true }), closing)
}
