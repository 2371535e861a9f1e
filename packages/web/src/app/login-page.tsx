// Where people log in: with a token, or at their provider. What they were writing stays in the browser.
import { type FormEvent, useState } from "react"
import { client } from "../data/client.ts"
import { loadMe } from "../data/me.ts"
import { problemWords } from "../data/problem.ts"
import { useLoaded } from "../data/use-loaded.ts"
import { t } from "../i18n/words.ts"
import { tellOtherTabs } from "../manners/tabs.ts"
import { Button } from "../ui/button.tsx"
import { TextField } from "../ui/field.tsx"

export function LoginPage({ wasIn }: { readonly wasIn: boolean }) {
  const { value: methods } = useLoaded(() => client.call("login.methods", {}), "methods")
  return (
    <main className="grid h-full place-items-center p-4">
      <div className="flex w-full max-w-sm flex-col gap-5 rounded-2xl border border-line bg-surface p-6">
        <div className="flex items-center gap-3">
          <img src="/pawl.svg" alt="" className="size-9" />
          <h1 className="text-xl font-semibold">{t("app.loginTitle")}</h1>
        </div>
        {wasIn && (
          <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
            {t("app.loginEnded")}
          </p>
        )}
        {methods?.openid === true && (
          <a
            href="/auth/login"
            className="inline-flex min-h-10 items-center justify-center rounded-lg bg-accent px-3 text-sm font-medium text-on-accent hover:brightness-110"
          >
            {t("app.loginProvider")}
          </a>
        )}
        {methods?.token !== false && <TokenForm />}
      </div>
    </main>
  )
}

function TokenForm() {
  const [token, setToken] = useState("")
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await client.call("login.token", { body: { token: token.trim() } })
      await loadMe()
      tellOtherTabs()
    } catch (error) {
      setProblem(problemWords(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <TextField
        label={t("app.token")}
        hint={t("app.tokenHint")}
        problem={problem}
        type="password"
        autoComplete="current-password"
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <Button kind="primary" type="submit" disabled={isBusy || token.trim() === ""}>
        {t("app.login")}
      </Button>
    </form>
  )
}
