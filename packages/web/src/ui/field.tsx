// Form fields with a label, a hint and a problem that belong together for screen readers.
import { type ComponentProps, type ReactNode, useId } from "react"
import { cx } from "./cx.ts"

const BOX =
  "w-full rounded-lg border border-edge bg-surface px-3 text-ink placeholder:text-quiet disabled:opacity-60 aria-invalid:border-bad"

interface About {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
}

function Labelled({
  id,
  label,
  hint,
  problem,
  children,
}: About & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-quiet">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className="text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}

function described(id: string, { hint, problem }: Pick<About, "hint" | "problem">) {
  const ids = cx(hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`)
  return { id, "aria-invalid": problem !== undefined, ...(ids !== "" && { "aria-describedby": ids }) }
}

export function TextField({ label, hint, problem, className, ...rest }: About & ComponentProps<"input">) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <input {...described(id, { hint, problem })} className={cx(BOX, "h-9 text-sm", className)} {...rest} />
    </Labelled>
  )
}

export function AreaField({ label, hint, problem, className, ...rest }: About & ComponentProps<"textarea">) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <textarea {...described(id, { hint, problem })} className={cx(BOX, "py-2 text-sm", className)} {...rest} />
    </Labelled>
  )
}

export function SelectField({ label, hint, problem, className, children, ...rest }: About & ComponentProps<"select">) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <select {...described(id, { hint, problem })} className={cx(BOX, "h-9 text-sm", className)} {...rest}>
        {children}
      </select>
    </Labelled>
  )
}

export function Switch({
  label,
  isOn,
  onChange,
  disabled = false,
}: {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly disabled?: boolean
}) {
  return (
    <label className="flex items-center gap-2 text-sm">
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  )
}
