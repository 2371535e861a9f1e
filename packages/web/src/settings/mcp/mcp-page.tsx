// The MCP servers of a workspace: how each is doing. Admins add, change, test and remove them.
import type { Operations } from "@pawl/client"
import { Plus, RotateCw } from "lucide-react"
import { useEffect, useState } from "react"
import { client } from "../../data/client.ts"
import { type Loaded, useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Empty } from "../../ui/empty.tsx"
import { tell } from "../../ui/toasts.tsx"
import { useConfirm } from "../parts/confirm.tsx"
import { useIsAdmin } from "../parts/is-admin.ts"
import { PageHead } from "../parts/section.tsx"
import { Shown } from "../parts/shown.tsx"
import { useWorkspaceChoice } from "../parts/workspace-choice.tsx"
import { ServerCard, type ServerInfo } from "./server-card.tsx"
import { ServerForm } from "./server-form.tsx"

export type Probe = Operations["servers.probe"]["answer"]

export function McpPage() {
  const isAdmin = useIsAdmin()
  const { query, field } = useWorkspaceChoice()
  const loaded = useLoaded(async () => (await client.call("servers.list", { query })).servers, JSON.stringify(query))
  useReloadWhileMoving(loaded)
  const [editing, setEditing] = useState<ServerInfo | "new">()
  const [probes, setProbes] = useState<Readonly<Record<string, Probe>>>({})
  const { ask, question } = useConfirm()
  const onProbe = (name: string, probe: Probe) => {
    setProbes((all) => ({ ...all, [name]: probe }))
    loaded.reload()
  }
  const restart = () =>
    ask({
      title: t("settings.mcpRestart"),
      children: <p>{t("settings.mcpRestartHint")}</p>,
      action: t("settings.mcpRestartNow"),
      onConfirm: async () => {
        await client.call("servers.restart", { query })
        tell(t("settings.mcpRestarted"))
        loaded.reload()
      },
    })
  return (
    <>
      <PageHead
        title={t("manners.page_mcp")}
        hint={t("settings.mcpHint")}
        actions={
          isAdmin && (
            <>
              <Button icon={RotateCw} onClick={restart}>
                {t("settings.mcpRestart")}
              </Button>
              <Button kind="primary" icon={Plus} onClick={() => setEditing("new")}>
                {t("settings.mcpAdd")}
              </Button>
            </>
          )
        }
      />
      {field}
      <Shown of={loaded}>
        {(servers) =>
          servers.length === 0 ? (
            <Empty title={t("settings.mcpNone")}>{t("settings.mcpNoneHint")}</Empty>
          ) : (
            <ul aria-label={t("manners.page_mcp")} className="flex flex-col gap-3">
              {servers.map((server) => (
                <ServerCard
                  key={server.name}
                  {...{ server, query, isAdmin, onProbe, ask }}
                  probe={probes[server.name]}
                  onEdit={() => setEditing(server)}
                  onChanged={loaded.reload}
                />
              ))}
            </ul>
          )
        }
      </Shown>
      {editing !== undefined && (
        <ServerForm server={editing} query={query} onSaved={onProbe} onClose={() => setEditing(undefined)} />
      )}
      {question}
    </>
  )
}

const MOVING = new Set(["starting", "restarting"])
const AGAIN_MS = 1500

/** A server that starts is looked at again until it stands. */
function useReloadWhileMoving({ value, reload }: Loaded<readonly ServerInfo[]>): void {
  useEffect(() => {
    const isMoving = value?.some(({ status }) => MOVING.has(status?.state ?? "")) === true
    if (!isMoving) return
    const timer = setTimeout(reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [value, reload])
}
