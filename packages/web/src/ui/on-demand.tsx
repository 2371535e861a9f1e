// A component whose code is loaded when it is first drawn. It is shown the moment it is there: React's `lazy` holds back for 300 ms
// what comes soon after its placeholder, which is more than a page takes to load.
import type { ComponentType } from "react"
import { Lazily } from "../data/lazily.ts"
import { useObservable } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"
import { Failed } from "./empty.tsx"
import { Spinner } from "./spinner.tsx"

export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const code = new Lazily(load)
  return (props) => <OnDemand code={code} props={props} />
}

interface OnDemandProps<P> {
  readonly code: Lazily<ComponentType<P>>
  readonly props: P
}

function OnDemand<P extends object>({ code, props }: OnDemandProps<P>) {
  const Loaded = useObservable(code.now)
  const problem = useObservable(code.problem)
  if (Loaded !== undefined) return <Loaded {...props} />
  // A browser remembers for the life of a page that a file could not be loaded.
  if (problem !== undefined) return <Failed error={problem} onRetry={() => location.reload()} />
  code.want()
  return (
    <div className="grid grow place-items-center p-4">
      <Spinner label={t("app.loading")} />
    </div>
  )
}
