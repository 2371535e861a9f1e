// The app: who is in, and which page is shown.
import { useEffect } from "react"
import { Route, Switch } from "wouter"
import { loadMe, type Standing, standing } from "../data/me.ts"
import { askEarly } from "../data/opening.ts"
import { useObservable } from "../data/use-observable.ts"
import { othersList, whose } from "../data/whose.ts"
import { useLanguage } from "../i18n/use-language.ts"
import { loadArea, t } from "../i18n/words.ts"
import { Manners, useAgreement } from "../manners/manners.tsx"
import { StartPage } from "../talk/start-page.tsx"
import { Failed } from "../ui/empty.tsx"
import { onDemand } from "../ui/on-demand.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { Toasts } from "../ui/toasts.tsx"
import { followSessions } from "./follow-sessions.ts"
import { Layout } from "./layout.tsx"
import { LoginPage } from "./login-page.tsx"
import { MissingPage } from "./lost-page.tsx"
import { sessionAt } from "./paths.ts"

// Asked for at once, beside who is in: the first page does not wait for it, and a session seldom does.
const sessionPage = import("../talk/session-page.tsx")
const first = sessionAt(location.pathname)
if (first !== undefined) askEarly(first)

const SessionPage = onDemand(async () => (await sessionPage).SessionPage)
const InboxPage = onDemand(async () => (await import("../act/inbox-page.tsx")).default)
const SettingsPage = onDemand(async () => {
  const [page] = await Promise.all([import("../settings/settings-page.tsx"), loadArea("settings")])
  return page.default
})

export function App() {
  useLanguage()
  useAgreement()
  const now = useObservable(standing)
  useEffect(() => void loadMe(), [])
  return (
    <>
      {now.kind === "in" ? <Pages /> : <Door now={now} />}
      <Toasts />
    </>
  )
}

function Door({ now }: { readonly now: Exclude<Standing, { readonly kind: "in" }> }) {
  if (now.kind === "out") return <LoginPage wasIn={now.wasIn} />
  if (now.kind === "failed") return <Unreached error={now.error} />
  return (
    <main className="grid h-full place-items-center">
      <Spinner label={t("app.loading")} />
    </main>
  )
}

function Unreached({ error }: { readonly error: unknown }) {
  return (
    <main className="grid h-full place-items-center">
      <h1 className="sr-only">Pawl</h1>
      <Failed error={error} onRetry={() => void loadMe()} />
    </main>
  )
}

/** The own ones always; those of others while an admin looks at them. */
function useSessions(): void {
  const owner = useObservable(whose)
  useEffect(() => {
    const end = new AbortController()
    void followSessions(end.signal)
    return () => end.abort()
  }, [])
  useEffect(() => {
    if (owner === undefined) return
    const end = new AbortController()
    void followSessions(end.signal, { list: othersList, owner })
    return () => end.abort()
  }, [owner])
}

function Pages() {
  useSessions()
  return (
    <Layout>
      <Switch>
        <Route path="/">
          <StartPage />
        </Route>
        <Route path="/s/:id">{({ id }) => <SessionPage key={id} id={decodeURIComponent(id)} />}</Route>
        <Route path="/inbox">
          <InboxPage />
        </Route>
        <Route path="/settings/:page?">{({ page }) => <SettingsPage page={page} />}</Route>
        <Route>
          <MissingPage />
        </Route>
      </Switch>
      <Manners />
    </Layout>
  )
}
