// The tokens of the person: what each is for, when it was last used, and a way to replace one.
import type { Operations } from "@pawl/client"
import { RefreshCw } from "lucide-react"
import { useState } from "react"
import { client } from "../../data/client.ts"
import { standing } from "../../data/me.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { useSelected } from "../../data/use-observable.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Empty } from "../../ui/empty.tsx"
import { PageHead, Row, Rows } from "../parts/section.tsx"
import { Shown } from "../parts/shown.tsx"
import { TokenLines } from "../parts/token-lines.tsx"
import { TokenOnce } from "../parts/token-once.tsx"
import { ReplaceToken } from "./replace-token.tsx"

type Tokens = Operations["own.tokens"]["answer"]["tokens"]

export function TokensPage() {
  const loaded = useLoaded(async () => (await client.call("own.tokens", {})).tokens, "tokens")
  const user = useSelected(standing, (now) => (now.kind === "in" ? now.me.user : ""))
  const [isReplacing, setReplacing] = useState(false)
  const [token, setToken] = useState<string>()
  return (
    <>
      <PageHead
        title={t("manners.page_tokens")}
        hint={t("settings.tokensHint")}
        actions={
          loaded.value !== undefined &&
          loaded.value.length > 0 && (
            <Button icon={RefreshCw} onClick={() => setReplacing(true)}>
              {t("settings.replaceToken")}
            </Button>
          )
        }
      />
      <Shown of={loaded}>{(tokens) => <TokenList tokens={tokens} />}</Shown>
      {isReplacing && <ReplaceToken onDone={setToken} onClose={() => setReplacing(false)} />}
      {/* The streams of this page were opened with the login that ended. */}
      {token !== undefined && <TokenOnce token={token} user={user} onClose={() => location.reload()} />}
    </>
  )
}

function TokenList({ tokens }: { readonly tokens: Tokens }) {
  if (tokens.length === 0) return <Empty title={t("settings.noTokens")}>{t("settings.noTokensHint")}</Empty>
  return (
    <Rows label={t("manners.page_tokens")}>
      {tokens.map((token) => (
        <Row key={token.id}>
          <TokenLines token={token} />
        </Row>
      ))}
    </Rows>
  )
}
