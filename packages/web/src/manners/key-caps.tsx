// Keys to press, drawn as on a keyboard.
import { Fragment } from "react"

export function KeyCaps({ names }: { readonly names: readonly string[] }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && <span className="text-quiet">+</span>}
          <kbd className="inline-flex min-w-6 justify-center rounded-md border border-edge bg-raised px-1.5 py-0.5 font-mono text-xs">
            {name}
          </kbd>
        </Fragment>
      ))}
    </span>
  )
}
