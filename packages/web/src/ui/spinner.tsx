// Something is under way. `label` says what, also to those who do not see it turn.
export function Spinner({ label }: { readonly label: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-sm text-quiet">
      <span aria-hidden className="size-3.5 animate-spin rounded-full border-2 border-line border-t-accent" />
      {label}
    </span>
  )
}
