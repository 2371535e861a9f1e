// Shows what was loaded, or that it loads, or why it could not be.
import type { ReactNode } from "react"
import type { Loaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Failed } from "../../ui/empty.tsx"
import { Spinner } from "../../ui/spinner.tsx"

export function Shown<T>({ of, children }: { readonly of: Loaded<T>; readonly children: (value: T) => ReactNode }) {
  if (of.error !== undefined) return <Failed error={of.error} onRetry={of.reload} />
  if (of.value === undefined) return <Spinner label={t("app.loading")} />
  return children(of.value)
}
