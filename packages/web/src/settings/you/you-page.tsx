// What concerns the person and this browser: theme, language, keys, notifications, and the login.
import { LogOut } from "lucide-react"
import { client } from "../../data/client.ts"
import { standing } from "../../data/me.ts"
import { dropOwn } from "../../data/own.ts"
import { useObservable } from "../../data/use-observable.ts"
import { useLanguage } from "../../i18n/use-language.ts"
import { chooseLanguage, LANGUAGES, type Language, t } from "../../i18n/words.ts"
import { singleKeys } from "../../manners/choices.ts"
import { overlay } from "../../manners/overlay.ts"
import { tellOtherTabs } from "../../manners/tabs.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { SelectField, Switch } from "../../ui/field.tsx"
import { attempt } from "../../ui/toasts.tsx"
import { Box, PageHead, Section } from "../parts/section.tsx"
import { Notifications } from "./notifications.tsx"
import { ThemeChoice } from "./theme-choice.tsx"

export function YouPage() {
  return (
    <>
      <PageHead title={t("manners.page_you")} hint={t("settings.youHint")} />
      <Account />
      <Section title={t("settings.look")}>
        <Box className="grid gap-4 sm:grid-cols-2">
          <ThemeChoice />
          <LanguageChoice />
        </Box>
      </Section>
      <Section title={t("settings.notifications")}>
        <Notifications />
      </Section>
      <Keys />
    </>
  )
}

/** The name that the server keeps for the person at its machine, who needs no login. */
const LOCAL = "local"

function Account() {
  const now = useObservable(standing)
  if (now.kind !== "in") return null
  const { user, role } = now.me
  const isLocal = user === LOCAL
  const logOut = async () => {
    await client.call("login.end", {})
    await dropOwn()
    tellOtherTabs()
    location.reload()
  }
  return (
    <Section title={t("settings.account")}>
      <Box className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <bdi className="truncate">{isLocal ? t("settings.localOwner") : user}</bdi>
            <Badge tone={role === "admin" ? "accent" : "quiet"}>{t(`settings.role_${role}`)}</Badge>
          </p>
          <p className="text-sm text-quiet">{isLocal ? t("settings.atMachine") : t(`settings.roleHint_${role}`)}</p>
        </div>
        {!isLocal && (
          <Button icon={LogOut} onClick={() => attempt(logOut)}>
            {t("settings.logOut")}
          </Button>
        )}
      </Box>
    </Section>
  )
}

function LanguageChoice() {
  const language = useLanguage()
  return (
    <SelectField
      label={t("manners.language")}
      value={language}
      onChange={(event) => attempt(() => chooseLanguage(event.currentTarget.value as Language))}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function Keys() {
  const isOn = useObservable(singleKeys) === "on"
  return (
    <Section title={t("settings.keyboard")}>
      <Box className="flex flex-wrap items-center gap-3 sm:flex-nowrap">
        <div className="min-w-0 grow basis-72">
          <Switch
            label={t("settings.singleKeys")}
            isOn={isOn}
            onChange={(on) => singleKeys.choose(on ? "on" : "off")}
          />
          <p className="mt-1 text-xs text-quiet">{t("settings.singleKeysHint")}</p>
        </div>
        <Button onClick={() => overlay.set("sheet")}>{t("manners.keys")}</Button>
      </Box>
    </Section>
  )
}
