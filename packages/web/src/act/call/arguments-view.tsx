// The arguments of a call: readable, and as JSON on demand.
import type { Json } from "@pawl/client"
import { useState } from "react"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Folded } from "./folded.tsx"
import { visible } from "./visible.ts"

export function ArgumentsView({ given }: { readonly given: Readonly<Record<string, Json>> }) {
  const [isJson, setJson] = useState(false)
  const entries = Object.entries(given)
  if (entries.length === 0) return <p className="text-sm text-quiet">{t("act.noArguments")}</p>
  return (
    <div className="flex flex-col gap-1.5">
      {isJson ? (
        <Folded text={JSON.stringify(given, undefined, 2)} />
      ) : (
        <dl className="flex flex-col gap-1.5">
          {entries.map(([name, value]) => (
            <Argument key={name} name={name} value={value} />
          ))}
        </dl>
      )}
      <Button kind="ghost" size="small" className="-ms-2 self-start text-quiet" onClick={() => setJson(!isJson)}>
        {isJson ? t("act.asList") : t("act.asJson")}
      </Button>
    </div>
  )
}

function Argument({ name, value }: { readonly name: string; readonly value: Json }) {
  const text = typeof value === "string" ? value : JSON.stringify(value, undefined, 2)
  const isShort = text.length < 80 && !text.includes("\n")
  return (
    <div className={isShort ? "flex flex-wrap items-baseline gap-x-2" : "flex flex-col gap-1"}>
      <dt className="text-xs text-quiet">{visible(name)}</dt>
      <dd className="m-0 min-w-0 break-words">
        {isShort ? (
          <span dir="auto" className="font-mono text-xs">
            {text === "" ? "“”" : visible(text)}
          </span>
        ) : (
          <Folded text={text} lines={8} />
        )}
      </dd>
    </div>
  )
}
