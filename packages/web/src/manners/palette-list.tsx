// What the palette found, in groups.
import { useEffect, useRef } from "react"
import { t } from "../i18n/words.ts"
import { cx } from "../ui/cx.ts"
import { KeyCaps } from "./key-caps.tsx"
import { keyNames } from "./keys.ts"
import { PALETTE_GROUPS, type PaletteItem } from "./palette-items.ts"
import { IS_MAC } from "./use-keys.ts"

interface PaletteListProps {
  readonly id: string
  readonly items: readonly PaletteItem[]
  readonly active: PaletteItem | undefined
  readonly onChoose: (item: PaletteItem) => void
  readonly onPoint: (item: PaletteItem) => void
}

export function PaletteList({ id, items, active, onChoose, onPoint }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null)
  const now = active?.id
  useEffect(() => {
    if (now !== undefined) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [now])
  return (
    <div ref={list} id={id} role="listbox" aria-label={t("manners.palette")} className="min-h-0 overflow-y-auto p-1.5">
      {PALETTE_GROUPS.map((group) => {
        const those = items.filter((item) => item.group === group)
        if (those.length === 0) return null
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox has no element of its own.
          <div key={group} role="group" aria-label={t(`manners.group_${group}`)}>
            <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs font-semibold text-quiet">
              {t(`manners.group_${group}`)}
            </p>
            {those.map((item) => (
              <Option
                key={item.id}
                id={`${id}-${item.id}`}
                item={item}
                isActive={item.id === now}
                {...{ onChoose, onPoint }}
              />
            ))}
          </div>
        )
      })}
      {items.length === 0 && <p className="p-4 text-center text-sm text-quiet">{t("manners.paletteEmpty")}</p>}
    </div>
  )
}

interface OptionProps extends Pick<PaletteListProps, "onChoose" | "onPoint"> {
  readonly id: string
  readonly item: PaletteItem
  readonly isActive: boolean
}

function Option({ id, item, isActive, onChoose, onPoint }: OptionProps) {
  const { icon: Icon, label, key } = item
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and hears the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field above names the active option.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={() => onChoose(item)}
      onPointerMove={() => !isActive && onPoint(item)}
      className={cx(
        "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-sm",
        isActive && "bg-raised",
      )}
    >
      {Icon !== undefined && <Icon aria-hidden className="size-4 shrink-0 text-quiet" />}
      <span dir="auto" className="min-w-0 grow truncate">
        {label}
      </span>
      {key !== undefined && <KeyCaps names={keyNames(key, IS_MAC)} />}
    </div>
  )
}
