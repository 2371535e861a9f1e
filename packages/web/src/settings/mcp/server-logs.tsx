// The last lines that an MCP server wrote.
import { RefreshCw } from "lucide-react"
import { useEffect, useRef } from "react"
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Shown } from "../parts/shown.tsx"

interface ServerLogsProps {
  readonly name: string
  readonly query: { readonly workspace?: string }
}

const LINES = 200

export function ServerLogs({ name, query }: ServerLogsProps) {
  const loaded = useLoaded(
    async () =>
      (await client.call("servers.logs", { params: { server: name }, query: { ...query, lines: LINES } })).lines,
    JSON.stringify([name, query]),
  )
  return (
    <div className="flex flex-col gap-2">
      <Shown of={loaded}>
        {(lines) =>
          lines.length === 0 ? (
            <p className="text-sm text-quiet">{t("settings.mcpNoLogs")}</p>
          ) : (
            <LogLines label={t("settings.mcpLogsOf", { name })} lines={lines} />
          )
        }
      </Shown>
      <Button size="small" icon={RefreshCw} className="self-start" onClick={loaded.reload}>
        {t("settings.refresh")}
      </Button>
    </div>
  )
}

/** The newest lines stand at the end, so that is what is in sight. */
function LogLines({ label, lines }: { readonly label: string; readonly lines: readonly string[] }) {
  const box = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines move the end.
  useEffect(() => {
    // Its result is no clean-up: newer browsers return a promise.
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [lines])
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by key.
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-lg bg-raised p-3"
    >
      <pre className="font-mono text-xs whitespace-pre-wrap break-all">{lines.join("\n")}</pre>
    </section>
  )
}
