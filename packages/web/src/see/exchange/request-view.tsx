// What was sent: the model, the sections of the prompt, the tools and the messages.
import type { ReactNode } from "react"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { CodeBox } from "../code-box.tsx"
import { MessageList } from "../context/context-lists.tsx"
import { Fold } from "../fold.tsx"
import type { Exchange } from "./exchange.ts"

export function RequestView({ exchange }: { readonly exchange: Exchange }) {
  const { model, purpose, tools, messages } = exchange
  // Shown below, one by one.
  const sections = exchange.sections.filter(({ name }) => name !== "tools" || tools.length === 0)
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <b className="break-all">{model}</b>
        {purpose !== undefined && <Badge>{t(`see.kind_${purpose}`)}</Badge>}
      </p>
      <Part title={t("see.sections", { n: sections.length })}>
        {sections.map(({ name, hash, text }) => (
          <Fold
            key={`${name} ${hash}`}
            title={name}
            end={text === undefined ? t("see.gone") : t("see.chars", { n: text.length })}
          >
            {() => <CodeBox label={name} value={text ?? t("see.gone")} />}
          </Fold>
        ))}
      </Part>
      {messages.length > 0 && (
        <Part title={t("see.messages", { n: messages.length })}>
          <MessageList messages={messages.map((message) => ({ message }))} />
        </Part>
      )}
      {tools.length > 0 && (
        <Part title={t("see.tools", { n: tools.length })}>
          {tools.map((tool) => (
            <Fold key={tool.name} title={<code className="text-[0.8125rem]">{tool.name}</code>}>
              {() => <CodeBox label={tool.name} value={tool} />}
            </Fold>
          ))}
        </Part>
      )}
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h3 className="text-xs font-semibold text-quiet">{title}</h3>
      {children}
    </div>
  )
}
