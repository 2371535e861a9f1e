// What the model would be shown now: how full its window is, every section, message and tool with its tokens, and what was condensed.

import { client } from "../../data/client.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { short } from "../../i18n/numbers.ts"
import { t } from "../../i18n/words.ts"
import { Failed } from "../../ui/empty.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { useNews } from "../news.ts"
import { Hint, Section } from "../section.tsx"
import { BudgetView } from "./budget-view.tsx"
import { CondenseForm } from "./condense-form.tsx"
import { Condensed } from "./condensed.tsx"
import { MessageList, SectionList, ToolList } from "./context-lists.tsx"

export function ContextTab({ session }: { readonly session: LiveSession }) {
  const news = useNews(session, 2000)
  const { value, error, reload } = useLoaded(
    () => client.call("look.context", { params: { session: session.id } }),
    `${session.id} ${news}`,
  )
  if (value === undefined)
    return error === undefined ? (
      <Hint>
        <Spinner label={t("app.loading")} />
      </Hint>
    ) : (
      <Failed error={error} onRetry={reload} />
    )
  const { budget, model, sections, messages, tools } = value
  return (
    <>
      <Section title={t("see.howFull")} end={<span className="truncate text-xs text-quiet">{model}</span>}>
        <BudgetView budget={budget} />
        <CondenseForm session={session} hasMessages={messages.length > 0} />
      </Section>
      <Section title={t("see.condensed")}>
        <Condensed session={session} />
      </Section>
      <Section title={t("see.sections", { n: sections.length })} end={<Tokens n={budget.system} />}>
        <SectionList sections={sections} />
      </Section>
      <Section title={t("see.messages", { n: messages.length })} end={<Tokens n={budget.history} />}>
        <MessageList messages={messages} />
      </Section>
      <Section title={t("see.tools", { n: tools.length })} end={<Tokens n={budget.tools} />}>
        <ToolList tools={tools} />
      </Section>
    </>
  )
}

function Tokens({ n }: { readonly n: number }) {
  return <span className="text-xs text-quiet tabular-nums">{t("see.tokensShort", { n: short(n) })}</span>
}
