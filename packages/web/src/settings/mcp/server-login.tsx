// The login to an MCP server that wants one: its page opens in another tab, and this one shows what came of it.
import { ExternalLink } from "lucide-react"
import { useEffect, useState } from "react"
import { client } from "../../data/client.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { attempt, tell } from "../../ui/toasts.tsx"
import { isLoggedIn } from "./login-state.ts"
import type { ServerInfo } from "./server-card.tsx"

interface ServerLoginProps {
  readonly server: ServerInfo
  readonly query: { readonly workspace?: string }
  readonly onChanged: () => void
}

export function ServerLogin({ server, query, onChanged }: ServerLoginProps) {
  const [page, setPage] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { name } = server
  const target = { params: { server: name }, query }
  const logIn = async () => {
    setBusy(true)
    try {
      const { url } = await client.call("servers.login", target)
      if (url === null) tell(t("settings.mcpLoginNotNeeded", { name }))
      else setPage(url)
    } finally {
      setBusy(false)
    }
  }
  const logOut = async () => {
    await client.call("servers.logout", target)
    tell(t("settings.mcpLoggedOut", { name }))
    onChanged()
  }
  return (
    <>
      {server.status?.loginNeeded === true && (
        <Button size="small" kind="primary" disabled={isBusy} onClick={() => attempt(logIn)}>
          {isBusy ? t("settings.working") : t("settings.mcpLogIn")}
        </Button>
      )}
      {server.loggedIn && (
        <Button size="small" onClick={() => attempt(logOut)}>
          {t("settings.mcpLogOut")}
        </Button>
      )}
      {page !== undefined && (
        <LoginDialog server={server} page={page} onLook={onChanged} onClose={() => setPage(undefined)} />
      )}
    </>
  )
}

interface LoginDialogProps {
  readonly server: ServerInfo
  readonly page: string
  readonly onLook: () => void
  readonly onClose: () => void
}

function LoginDialog({ server, page, onLook, onClose }: LoginDialogProps) {
  const { name } = server
  const isIn = isLoggedIn(server)
  useLooking(onLook)
  useEffect(() => {
    if (!isIn) return
    tell(t("settings.mcpLoggedInTo", { name }))
    onClose()
  }, [isIn, name, onClose])
  return (
    <Dialog
      title={t("settings.mcpLogInTo", { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <a
            href={page}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-9 items-center gap-1.5 rounded-lg bg-accent px-3 text-sm font-medium text-on-accent hover:brightness-110"
          >
            <ExternalLink aria-hidden className="size-4 shrink-0" />
            {t("settings.mcpOpenLogin")}
          </a>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm break-words">
        <p>{t("settings.mcpLoginAt", { host: new URL(page).host })}</p>
        <p className="text-quiet">{t("settings.mcpLoginForAll")}</p>
      </div>
    </Dialog>
  )
}

const AGAIN_MS = 2000

/** When the person comes back to this tab, and now and then while it is seen: the other tab may be beside it. */
function useLooking(look: () => void): void {
  useEffect(() => {
    const lookIfSeen = () => document.visibilityState === "visible" && look()
    const timer = setInterval(lookIfSeen, AGAIN_MS)
    document.addEventListener("visibilitychange", lookIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", lookIfSeen)
    }
  }, [look])
}
