// Buttons: with words, or with an icon and a name for those who do not see it.
import type { LucideIcon } from "lucide-react"
import type { ComponentProps } from "react"
import { cx } from "./cx.ts"

const KINDS = {
  primary: "bg-accent text-on-accent hover:brightness-110 border-transparent",
  plain: "bg-surface text-ink border-line hover:bg-raised",
  ghost: "bg-transparent text-ink border-transparent hover:bg-raised",
  danger: "bg-bad-soft text-bad border-bad/40 hover:brightness-95 dark:hover:brightness-110",
} as const

export interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: keyof typeof KINDS
  readonly icon?: LucideIcon
  readonly size?: "small" | "normal"
}

export function Button({ kind = "plain", icon: Icon, size = "normal", className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(
        "inline-flex items-center justify-center gap-1.5 rounded-lg border font-medium transition-colors cursor-pointer select-none",
        "disabled:opacity-55 disabled:cursor-not-allowed",
        size === "small" ? "min-h-7 px-2 text-[0.8125rem]" : "min-h-9 px-3 text-sm",
        KINDS[kind],
        className,
      )}
      {...rest}
    >
      {Icon !== undefined && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  readonly icon: LucideIcon
  /** What it does: the tooltip, and the name for screen readers. */
  readonly label: string
  readonly size?: "small" | "normal"
  readonly isActive?: boolean
}

export function IconButton({
  icon: Icon,
  label,
  size = "normal",
  isActive = false,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        "inline-flex shrink-0 items-center justify-center rounded-lg text-quiet transition-colors cursor-pointer hover:bg-raised hover:text-ink",
        "disabled:opacity-50 disabled:cursor-not-allowed",
        size === "small" ? "size-7" : "size-9",
        isActive && "bg-accent-soft text-accent",
        className,
      )}
      {...rest}
    >
      <Icon aria-hidden className="size-[1.125rem]" />
    </button>
  )
}
