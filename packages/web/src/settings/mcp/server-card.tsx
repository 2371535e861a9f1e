// One MCP server: its state, what it offers, and what an admin can do with it.
import type { Operations } from "@pawl/client"
import { useState } from "react"
import { client } from "../../data/client.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { attempt, tell } from "../../ui/toasts.tsx"
import type { useConfirm } from "../parts/confirm.tsx"
import { Note } from "../parts/section.tsx"
import { isLoggedIn } from "./login-state.ts"
import type { Probe } from "./mcp-page.tsx"
import { ServerLogin } from "./server-login.tsx"
import { ServerLogs } from "./server-logs.tsx"
import { stateOf } from "./server-state.ts"
import { ServerTools } from "./server-tools.tsx"

export type ServerInfo = Operations["servers.list"]["answer"]["servers"][number]

interface ServerCardProps {
  readonly server: ServerInfo
  readonly query: { readonly workspace?: string }
  readonly isAdmin: boolean
  readonly probe: Probe | undefined
  readonly onProbe: (name: string, probe: Probe) => void
  readonly onEdit: () => void
  readonly onChanged: () => void
  readonly ask: ReturnType<typeof useConfirm>["ask"]
}

export function ServerCard(props: ServerCardProps) {
  const { server, query, isAdmin, probe } = props
  const { name, status, entry, from } = server
  const [shown, setShown] = useState<"tools" | "logs">()
  const { tone, key } = stateOf(status)
  const address = entry?.url ?? [entry?.command, ...(Array.isArray(entry?.args) ? entry.args : [])].join(" ")
  const toggle = (what: "tools" | "logs") => setShown(shown === what ? undefined : what)
  return (
    <li className="flex flex-col gap-2.5 rounded-xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium break-all">{name}</h3>
        <Badge tone={tone}>{t(key)}</Badge>
        {isLoggedIn(server) && <Badge tone="ok">{t("settings.mcpLoggedIn")}</Badge>}
        {from === "configuration" && <Badge>{t("settings.mcpConfigured")}</Badge>}
        {status !== null && <span className="text-sm text-quiet">{t("settings.mcpTools", { n: status.tools })}</span>}
      </div>
      {isAdmin && address !== "" && <p className="font-mono text-xs break-all text-quiet">{String(address)}</p>}
      {status?.loginNeeded === true ? (
        <Note tone="warn">{t(isAdmin ? "settings.mcpLogin" : "settings.mcpLoginByAdmin")}</Note>
      ) : (
        status?.error !== undefined && <Note tone="bad">{status.error}</Note>
      )}
      {probe !== undefined && <ProbeNote probe={probe} />}
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-expanded={shown === "tools"} onClick={() => toggle("tools")}>
          {t("settings.mcpShowTools")}
        </Button>
        {isAdmin && (
          <Button size="small" aria-expanded={shown === "logs"} onClick={() => toggle("logs")}>
            {t("settings.mcpLogs")}
          </Button>
        )}
        {isAdmin && <ServerLogin server={server} query={query} onChanged={props.onChanged} />}
        {isAdmin && <AdminButtons {...props} />}
      </div>
      {shown === "tools" && <ServerTools {...props} name={name} tools={server.tools} />}
      {shown === "logs" && <ServerLogs name={name} query={query} />}
    </li>
  )
}

function ProbeNote({ probe: { ok, ms, tools, error } }: { readonly probe: Probe }) {
  return (
    <div role="status">
      {ok ? (
        <Note tone="ok">{t("settings.mcpProbeOk", { n: tools.length, ms })}</Note>
      ) : (
        <Note tone="bad">{t("settings.mcpProbeFailed", { error: error ?? "" })}</Note>
      )}
    </div>
  )
}

function AdminButtons({ server: { name, from }, query, onProbe, onEdit, onChanged, ask }: ServerCardProps) {
  const [isProbing, setProbing] = useState(false)
  const probe = async () => {
    setProbing(true)
    try {
      onProbe(name, await client.call("servers.probe", { params: { server: name }, query }))
    } finally {
      setProbing(false)
    }
  }
  const remove = () =>
    ask({
      title: t("settings.mcpRemove", { name }),
      children: <p>{t("settings.mcpRemoveHint")}</p>,
      action: t("settings.remove"),
      onConfirm: async () => {
        await client.call("servers.remove", { params: { server: name }, query })
        tell(t("settings.removed", { name }))
        onChanged()
      },
    })
  return (
    <>
      <Button size="small" disabled={isProbing} onClick={() => attempt(probe)}>
        {isProbing ? t("settings.working") : t("settings.mcpProbe")}
      </Button>
      {from === "stored" && (
        <>
          <Button size="small" onClick={onEdit}>
            {t("settings.edit")}
          </Button>
          <Button size="small" kind="danger" onClick={remove}>
            {t("settings.remove")}
          </Button>
        </>
      )}
    </>
  )
}
