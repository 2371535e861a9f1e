// The tokens of one user: make, replace, revoke.
import type { Operations } from "@pawl/client"
import { useState } from "react"
import { client } from "../../data/client.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import type { useConfirm } from "../parts/confirm.tsx"
import { Row, Rows } from "../parts/section.tsx"
import { type TokenInfo, TokenLines } from "../parts/token-lines.tsx"
import { TokenOnce } from "../parts/token-once.tsx"
import { MakeToken } from "./make-token.tsx"

interface UserTokensProps {
  readonly user: Operations["users.get"]["answer"]
  readonly ask: ReturnType<typeof useConfirm>["ask"]
  readonly onChanged: () => void
}

export function UserTokens({ user: { name: user, tokens }, ask, onChanged }: UserTokensProps) {
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const rotate = ({ id, name }: TokenInfo) =>
    ask({
      title: t("settings.rotate"),
      children: <p>{t("settings.rotateHint", { name })}</p>,
      action: t("settings.replace"),
      onConfirm: async () => setMade((await client.call("users.rotate-token", { params: { user, token: id } })).token),
    })
  const revoke = ({ id, name }: TokenInfo) =>
    ask({
      title: t("settings.revokeToken"),
      children: <p>{t("settings.revokeTokenHint", { name })}</p>,
      action: t("settings.revoke"),
      onConfirm: async () => {
        await client.call("users.revoke-token", { params: { user, token: id } })
        onChanged()
      },
    })
  const shown = () => {
    setMade(undefined)
    onChanged()
  }
  return (
    <section aria-label={t("manners.page_tokens")} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t("settings.tokens")}</h3>
      {tokens.length === 0 && <p className="text-sm text-quiet">{t("settings.userNoTokens")}</p>}
      {tokens.length > 0 && (
        <Rows label={t("settings.tokens")}>
          {tokens.map((token) => (
            <Row
              key={token.id}
              controls={
                <>
                  <Button
                    size="small"
                    onClick={() => rotate(token)}
                    aria-label={`${t("settings.rotate")}: ${token.name}`}
                  >
                    {t("settings.replace")}
                  </Button>
                  <Button
                    size="small"
                    kind="danger"
                    onClick={() => revoke(token)}
                    aria-label={`${t("settings.revoke")}: ${token.name}`}
                  >
                    {t("settings.revoke")}
                  </Button>
                </>
              }
            >
              <TokenLines token={token} />
            </Row>
          ))}
        </Rows>
      )}
      <Button className="self-start" onClick={() => setMaking(true)}>
        {t("settings.makeToken")}
      </Button>
      {isMaking && <MakeToken user={user} onMade={setMade} onClose={() => setMaking(false)} />}
      {made !== undefined && <TokenOnce token={made} user={user} onClose={shown} />}
    </section>
  )
}
