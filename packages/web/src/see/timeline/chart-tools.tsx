// Buttons for those who have neither wheel nor keyboard: zoom, move, and show all.
import { ChevronLeft, ChevronRight, Scan, ZoomIn, ZoomOut } from "lucide-react"
import { t } from "../../i18n/words.ts"
import { IconButton } from "../../ui/button.tsx"

interface ChartToolsProps {
  readonly isZoomed: boolean
  /** Each button does what a key does. */
  readonly onKey: (key: string, isShifted: boolean) => void
}

export function ChartTools({ isZoomed, onKey }: ChartToolsProps) {
  return (
    <div role="toolbar" aria-label={t("see.timelineTools")} className="flex gap-0.5">
      <IconButton icon={ZoomIn} label={t("see.zoomIn")} size="small" onClick={() => onKey("+", false)} />
      <IconButton
        icon={ZoomOut}
        label={t("see.zoomOut")}
        size="small"
        disabled={!isZoomed}
        onClick={() => onKey("-", false)}
      />
      <IconButton
        icon={Scan}
        label={t("see.showAll")}
        size="small"
        disabled={!isZoomed}
        onClick={() => onKey("0", false)}
      />
      <span className="w-2" />
      <IconButton
        icon={ChevronLeft}
        label={t("see.earlier")}
        size="small"
        disabled={!isZoomed}
        onClick={() => onKey("ArrowLeft", true)}
      />
      <IconButton
        icon={ChevronRight}
        label={t("see.later")}
        size="small"
        disabled={!isZoomed}
        onClick={() => onKey("ArrowRight", true)}
      />
    </div>
  )
}
