// A button that opens a list of actions: arrows move, Enter chooses, Escape closes and gives the focus back.
import type { LucideIcon } from "lucide-react"
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { cx } from "./cx.ts"
import { shiftInside } from "./shift-inside.ts"

export interface MenuItem {
  readonly label: string
  readonly icon?: LucideIcon
  readonly onChoose: () => void
  readonly isDangerous?: boolean
  readonly isChecked?: boolean
  readonly hint?: string
}

interface MenuProps {
  /** The button. It gets what a button with a menu needs. */
  readonly button: ReactElement<{
    onClick?: () => void
    "aria-expanded"?: boolean
    "aria-haspopup"?: "menu"
    "aria-controls"?: string
  }>
  readonly label: string
  readonly items: readonly MenuItem[]
  /** Where the list stands beside its button. */
  readonly side?: "below" | "above"
  readonly align?: "start" | "end"
}

export function Menu({ button, label, items, side = "below", align = "start" }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const home = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const box = list.current
    if (!isOpen || box === null) return
    const shift = shiftInside(box.getBoundingClientRect(), document.documentElement.clientWidth)
    if (shift !== 0) box.style.translate = `${shift}px`
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    list.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus()
    const onDown = (event: PointerEvent) => {
      if (!home.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener("pointerdown", onDown)
    return () => document.removeEventListener("pointerdown", onDown)
  }, [isOpen])
  const close = () => {
    setOpen(false)
    home.current?.querySelector<HTMLElement>("button")?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") close()
    else if (event.key === "Tab") setOpen(false)
    else if (!move(event.key, list.current)) return
    if (event.key !== "Tab") event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={home} className="relative inline-flex">
      {cloneElement(button, {
        onClick: () => setOpen(!isOpen),
        "aria-expanded": isOpen,
        "aria-haspopup": "menu",
        ...(isOpen && { "aria-controls": id }),
      })}
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKey}
          className={cx(
            "absolute z-30 max-h-80 w-max max-w-[min(22rem,85vw)] min-w-44 overflow-y-auto rounded-xl border border-line bg-surface p-1 shadow-xl",
            side === "below" ? "top-full mt-1" : "bottom-full mb-1",
            align === "start" ? "start-0" : "end-0",
          )}
        >
          {items.map((item) => (
            <Item key={item.label} item={item} onDone={close} />
          ))}
        </div>
      )}
    </div>
  )
}

function Item({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }) {
  const { label, icon: Icon, onChoose, isDangerous = false, isChecked, hint } = item
  return (
    <button
      type="button"
      role={isChecked === undefined ? "menuitem" : "menuitemradio"}
      {...(isChecked !== undefined && { "aria-checked": isChecked })}
      tabIndex={-1}
      onClick={() => {
        onDone()
        onChoose()
      }}
      className={cx(
        "flex w-full items-center gap-2 rounded-lg px-2.5 py-1.5 text-start text-sm hover:bg-raised focus-visible:bg-raised",
        isDangerous && "text-bad",
        isChecked === true && "font-semibold text-accent",
      )}
    >
      {Icon !== undefined && <Icon aria-hidden className="size-4 shrink-0" />}
      <span className="grow">{label}</span>
      {hint !== undefined && <span className="text-xs font-normal text-quiet">{hint}</span>}
    </button>
  )
}

/** False for a key that does not move. */
function move(key: string, list: HTMLElement | null): boolean {
  const items = [...(list?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])]
  const now = items.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[key]
  if (next === undefined) return false
  items.at(next % items.length)?.focus()
  return true
}
