// Formats figures: medians, rounding, and aligned tables.

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  if (sorted.length === 0) return Number.NaN
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const isNumeric = (column: number) => rows.every((row) => typeof row[column] === "number")
  const cell = (value: string, column: number) =>
    isNumeric(column) ? value.padStart(widths[column] ?? 0) : value.padEnd(widths[column] ?? 0)
  return lines.map((line) => line.map(cell).join("  ")).join("\n")
}
