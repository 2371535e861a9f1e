// The pieces of a request, each with its tokens, each opens to its text.
import type { ContextReport, Message } from "@pawl/client"
import { useState } from "react"
import { count } from "../../i18n/numbers.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { CodeBox } from "../code-box.tsx"
import { Fold } from "../fold.tsx"
import { lineOfMessage, textOfMessage } from "../message-text.ts"

export function SectionList({ sections }: Pick<ContextReport, "sections">) {
  return (
    <ul>
      {sections.map(({ name, text, tokens }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names of sections may repeat, and their order is stable.
        <li key={`${name} ${index}`}>
          <Fold title={name} end={count(tokens)}>
            {() => <CodeBox label={name} value={text} />}
          </Fold>
        </li>
      ))}
    </ul>
  )
}

export function ToolList({ tools }: Pick<ContextReport, "tools">) {
  return (
    <ul>
      {tools.map(({ tool, tokens }) => (
        <li key={tool.name}>
          <Fold title={<code className="text-[0.8125rem]">{tool.name}</code>} end={count(tokens)}>
            {() => (
              <div className="flex flex-col gap-2">
                <p className="text-xs whitespace-pre-wrap text-quiet">{tool.description}</p>
                <CodeBox label={t("see.schemaOf", { name: tool.name })} value={tool.inputSchema} />
              </div>
            )}
          </Fold>
        </li>
      ))}
    </ul>
  )
}

/** So many are drawn at first, from the end: a long conversation has thousands. */
const AT_ONCE = 40

interface MessageListProps {
  /** With its tokens, where they are known. */
  readonly messages: readonly { readonly message: Message; readonly tokens?: number }[]
}

export function MessageList({ messages }: MessageListProps) {
  const [most, setMost] = useState(AT_ONCE)
  const hidden = Math.max(0, messages.length - most)
  return (
    <>
      {hidden > 0 && (
        <Button size="small" onClick={() => setMost(most + AT_ONCE * 5)}>
          {t("see.earlierMessages", { n: hidden })}
        </Button>
      )}
      <ol start={hidden + 1}>
        {messages.slice(hidden).map(({ message, tokens }, index) => (
          <MessageRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a message is known by its place.
            key={hidden + index}
            message={message}
            {...(tokens !== undefined && { end: count(tokens) })}
          />
        ))}
      </ol>
    </>
  )
}

function MessageRow({ message, end }: { readonly message: Message; readonly end?: string }) {
  const role = t(`see.role_${message.role}`)
  return (
    <li>
      <Fold
        title={
          <>
            <span className="me-2 text-xs font-medium text-quiet">{role}</span>
            {lineOfMessage(message)}
          </>
        }
        {...(end !== undefined && { end })}
      >
        {() => <CodeBox label={role} value={textOfMessage(message)} />}
      </Fold>
    </li>
  )
}
