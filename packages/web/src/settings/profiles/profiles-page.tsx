// Which profiles and models each workspace has, and what they are. The configuration of the server sets them.
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { Empty } from "../../ui/empty.tsx"
import { PageHead, Row, Rows, Section } from "../parts/section.tsx"
import { Shown } from "../parts/shown.tsx"
import { aboutProfile, partsOf } from "./profiles.ts"

export function ProfilesPage() {
  const loaded = useLoaded(loadWorkspaces, "profiles")
  return (
    <>
      <PageHead title={t("manners.page_profiles")} hint={t("settings.profilesHint")} />
      <Shown of={loaded}>
        {(workspaces) =>
          workspaces.length === 0 ? (
            <Empty title={t("settings.profilesNone")}>{t("settings.profilesNoneHint")}</Empty>
          ) : (
            workspaces.map((workspace) => <WorkspacePart key={workspace.name} {...workspace} />)
          )
        }
      </Shown>
    </>
  )
}

type Known = Awaited<ReturnType<typeof loadWorkspaces>>[number]

async function loadWorkspaces() {
  const { workspaces } = await client.call("server.workspaces", {})
  return Promise.all(
    workspaces.map(async ({ name }) => {
      const query = { workspace: name }
      const [{ profiles }, { models }] = await Promise.all([
        client.call("server.profiles", { query }),
        client.call("server.models", { query }),
      ])
      return { name, profiles, models }
    }),
  )
}

function WorkspacePart({ name, profiles, models }: Known) {
  return (
    <Section title={t("settings.profilesIn", { name })}>
      <Rows label={t("settings.profilesOf", { name })}>
        {profiles.map((profile, index) => (
          <Row key={profile} controls={index === 0 && <Badge tone="accent">{t("settings.profileUsual")}</Badge>}>
            <p className="text-sm font-medium">{profile}</p>
            <p className="text-xs text-quiet">{t(aboutProfile(profile))}</p>
          </Row>
        ))}
      </Rows>
      <h4 className="pt-1 text-sm font-medium">{t("settings.models")}</h4>
      <Rows label={t("settings.modelsOf", { name })}>
        {models.map((model, index) => (
          <ModelRow key={model} model={model} place={index} />
        ))}
      </Rows>
    </Section>
  )
}

function ModelRow({ model, place }: { readonly model: string; readonly place: number }) {
  const { provider, name } = partsOf(model)
  return (
    <Row
      controls={
        <Badge tone={place === 0 ? "accent" : "quiet"}>
          {t(`settings.${place === 0 ? "modelFirst" : "modelLater"}`)}
        </Badge>
      }
    >
      <p className="font-mono text-sm break-all">{name}</p>
      {provider !== undefined && <p className="text-xs text-quiet">{t("settings.modelBy", { provider })}</p>}
    </Row>
  )
}
