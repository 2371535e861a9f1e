// Bars for a row of days, drawn as SVG. A table with the same numbers stands below it for those who do not see them.
import { useId, useRef } from "react"
import { useWidth } from "../../ui/use-width.ts"
import { niceTop } from "./sums.ts"

interface Bar {
  readonly name: string
  readonly label: string
  readonly value: number
  readonly shown: string
}

interface BarChartProps {
  readonly title: string
  readonly bars: readonly Bar[]
  readonly format: (value: number) => string
}

const HEIGHT = 180
const LEFT = 56
const BOTTOM = 22
const TOP = 10
/** The room that the name of a day needs. */
const LABEL_WIDTH = 72

/** Drawn at its real size: letters stay readable on a phone. */
export function BarChart(props: BarChartProps) {
  const ref = useRef<HTMLDivElement>(null)
  const width = useWidth(ref)
  return (
    <div ref={ref} style={{ minHeight: HEIGHT }}>
      {width > LEFT && <Bars {...props} width={width} />}
    </div>
  )
}

function Bars({ title, bars, format, width }: BarChartProps & { readonly width: number }) {
  const id = useId()
  const top = niceTop(Math.max(...bars.map(({ value }) => value)))
  const room = HEIGHT - TOP - BOTTOM
  const step = (width - LEFT) / bars.length
  const every = Math.ceil(LABEL_WIDTH / step)
  const y = (value: number) => TOP + room * (1 - value / top)
  return (
    <svg width={width} height={HEIGHT} role="img" aria-labelledby={id} className="block" direction="ltr">
      <title id={id}>{title}</title>
      {[0, top / 2, top].map((line) => (
        <g key={line}>
          <line x1={LEFT} x2={width} y1={y(line)} y2={y(line)} className="stroke-line" />
          <text x={LEFT - 8} y={y(line) + 4} textAnchor="end" className="fill-quiet text-[11px]">
            {format(line)}
          </text>
        </g>
      ))}
      {bars.map(({ name, label, value, shown }, index) => (
        <g key={name}>
          <rect
            x={LEFT + index * step + step * 0.12}
            width={step * 0.76}
            y={y(value)}
            height={Math.max(value > 0 ? 1.5 : 0, room - (y(value) - TOP))}
            rx={Math.min(3, step * 0.2)}
            className="fill-accent"
          />
          {/* The whole column answers to the pointer, not only a low bar. */}
          <rect
            x={LEFT + index * step}
            width={step}
            y={TOP}
            height={room}
            className="fill-transparent hover:fill-ink/5"
          >
            <title>{`${label}: ${shown}`}</title>
          </rect>
          {(bars.length - 1 - index) % every === 0 && (
            <text
              x={LEFT + (index + (index === bars.length - 1 && step < LABEL_WIDTH ? 1 : 0.5)) * step}
              y={HEIGHT - 5}
              textAnchor={index === bars.length - 1 && step < LABEL_WIDTH ? "end" : "middle"}
              className="fill-quiet text-[11px]"
            >
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}
