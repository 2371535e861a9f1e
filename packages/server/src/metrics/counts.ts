// Counters and histograms in the text format of Prometheus. Labels come from short lists only, so that their number is bounded.

export type Labels = Readonly<Record<string, string>>

export interface Count {
  sum: number
}

export interface Times {
  observe(value: number): void
}

export class Counter {
  readonly #name: string
  readonly #help: string
  readonly #values = new Map<string, Count>()

  constructor(name: string, help: string) {
    this.#name = name
    this.#help = help
  }

  add(labels: Labels, by = 1): void {
    this.at(labels).sum += by
  }

  /** The number for these labels. Those who count often keep it: writing the labels takes longer than counting. */
  at(labels: Labels): Count {
    const key = written(labels)
    const known = this.#values.get(key) ?? { sum: 0 }
    this.#values.set(key, known)
    return known
  }

  lines(): readonly string[] {
    const values = this.#values.size === 0 ? [["", { sum: 0 }] as const] : [...this.#values].sort(byName)
    return [
      ...heading(this.#name, this.#help, "counter"),
      ...values.map(([labels, { sum }]) => `${this.#name}${labels} ${sum}`),
    ]
  }
}

export class Histogram {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #values = new Map<
    string,
    { readonly labels: Labels; readonly counts: number[]; sum: number; count: number }
  >()

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name
    this.#help = help
    this.#bounds = bounds
  }

  /** Where times with these labels are counted. */
  at(labels: Labels): Times {
    const key = written(labels)
    const known = this.#values.get(key) ?? { labels, counts: this.#bounds.map(() => 0), sum: 0, count: 0 }
    this.#values.set(key, known)
    return {
      observe: (value) => {
        const at = this.#bounds.findIndex((bound) => value <= bound)
        if (at >= 0) known.counts[at] = (known.counts[at] ?? 0) + 1
        known.sum += value
        known.count += 1
      },
    }
  }

  lines(): readonly string[] {
    const name = this.#name
    const rows = [...this.#values].sort(byName).flatMap(([key, { labels, counts, sum, count }]) => {
      let below = 0
      const buckets = this.#bounds.map((bound, at) => {
        below += counts[at] ?? 0
        return `${name}_bucket${written({ ...labels, le: String(bound) })} ${below}`
      })
      const all = `${name}_bucket${written({ ...labels, le: "+Inf" })} ${count}`
      return [...buckets, all, `${name}_sum${key} ${sum}`, `${name}_count${key} ${count}`]
    })
    return [...heading(name, this.#help, "histogram"), ...rows]
  }
}

export function gauge(name: string, help: string, value: number): readonly string[] {
  return gauges(name, help, [[{}, value]])
}

export function gauges(name: string, help: string, values: readonly (readonly [Labels, number])[]): readonly string[] {
  return [...heading(name, help, "gauge"), ...values.map(([labels, value]) => `${name}${written(labels)} ${value}`)]
}

function heading(name: string, help: string, type: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, "_")}"`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}
