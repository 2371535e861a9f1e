// The tools of one MCP server: what each does, and for admins a switch that takes it from the models or gives it back.
import { useState } from "react"
import { client } from "../../data/client.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { Switch } from "../../ui/field.tsx"
import { attempt, tell } from "../../ui/toasts.tsx"
import { lookOf, type McpTool } from "./tool-look.ts"

interface ServerToolsProps {
  readonly name: string
  readonly tools: readonly McpTool[]
  readonly query: { readonly workspace?: string }
  readonly isAdmin: boolean
  readonly onChanged: () => void
}

export function ServerTools({ name, tools, query, isAdmin, onChanged }: ServerToolsProps) {
  const [isBusy, setBusy] = useState(false)
  if (tools.length === 0) return <p className="text-sm text-quiet">{t("settings.mcpNoTools")}</p>
  const change = async (tool: McpTool, enabled: boolean) => {
    setBusy(true)
    try {
      await client.call("servers.tool", { params: { server: name, tool: tool.name }, query, body: { enabled } })
      tell(t(enabled ? "settings.mcpToolOn" : "settings.mcpToolOff", { tool: tool.name }))
    } finally {
      setBusy(false)
      onChanged()
    }
  }
  return (
    <div className="flex flex-col gap-1.5">
      {isAdmin && <p className="text-xs text-quiet">{t("settings.mcpToolsHint")}</p>}
      <ul
        aria-label={t("settings.mcpToolsOf", { name })}
        className="divide-y divide-line rounded-lg border border-line"
      >
        {tools.map((tool) => (
          <ToolRow
            key={tool.name}
            tool={tool}
            isAdmin={isAdmin}
            isBusy={isBusy}
            onSwitch={(enabled) => attempt(() => change(tool, enabled))}
          />
        ))}
      </ul>
    </div>
  )
}

interface ToolRowProps {
  readonly tool: McpTool
  readonly isAdmin: boolean
  readonly isBusy: boolean
  readonly onSwitch: (enabled: boolean) => void
}

function ToolRow({ tool, isAdmin, isBusy, onSwitch }: ToolRowProps) {
  const { name, description, enabled, locked } = tool
  const { tone, key } = lookOf(tool)
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
        {isAdmin ? (
          <Switch label={name} isOn={enabled} disabled={locked || isBusy} onChange={onSwitch} />
        ) : (
          <span className="text-sm">{name}</span>
        )}
        <Badge tone={tone}>{t(key)}</Badge>
        {!enabled && <Badge>{t(locked ? "settings.mcpToolLocked" : "settings.mcpToolIsOff")}</Badge>}
      </div>
      {description !== "" && (
        <p dir="auto" className="line-clamp-3 text-xs text-quiet">
          {description}
        </p>
      )}
    </li>
  )
}
