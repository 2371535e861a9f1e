// What a message is sent with: the model, and what may run unasked. A new session has a workspace and a profile too.
import { Bot, ChevronDown, Folder, type LucideIcon, ShieldCheck, UserCog } from "lucide-react"
import { type ComponentProps, use } from "react"
import type { ApprovalMode } from "../../data/view/session-view.ts"
import { type Key, t } from "../../i18n/words.ts"
import { cx } from "../../ui/cx.ts"
import { Menu, type MenuItem } from "../../ui/menu.tsx"
import { shortModel } from "../list/activity.ts"
import { useApprovalModes, useModels } from "../server-info.ts"
import { MenuSide } from "./menu-side.ts"

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly icon: LucideIcon
  readonly items: readonly MenuItem[]
  /** What holds unless it is chosen otherwise: on a phone its words are left out. */
  readonly isUsual: boolean
}

export function Choice({ label, value, icon, items, isUsual }: ChoiceProps) {
  return (
    <Menu
      label={label}
      items={items}
      side={use(MenuSide)}
      button={<ChoiceButton label={label} value={value} icon={icon} isUsual={isUsual} />}
    />
  )
}

type ChoiceButtonProps = Omit<ChoiceProps, "items"> & ComponentProps<"button">

function ChoiceButton({ label, value, icon: Icon, isUsual, ...rest }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      aria-label={`${label}: ${value}`}
      title={`${label}: ${value}`}
      className={cx(
        "inline-flex min-h-8 min-w-8 cursor-pointer items-center gap-1 rounded-lg px-1.5 text-[0.8125rem] hover:bg-raised hover:text-ink",
        isUsual ? "text-quiet" : "text-ink",
      )}
      {...rest}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={cx("truncate", isUsual ? "max-w-36 max-sm:sr-only" : "max-w-24 sm:max-w-36")}>{value}</span>
      <ChevronDown aria-hidden className="size-3 shrink-0 max-sm:hidden" />
    </button>
  )
}

interface ModelChoiceProps {
  readonly workspace: string | undefined
  readonly model: string | undefined
  readonly onChoose: (model: string | undefined) => void
}

export function ModelChoice({ workspace, model, onChoose }: ModelChoiceProps) {
  const { value: models = [] } = useModels(workspace)
  if (models.length === 0) return null
  const items = [
    { label: t("talk.defaultModel"), isChecked: model === undefined, onChoose: () => onChoose(undefined) },
    ...models.map((name) => ({ label: name, isChecked: name === model, onChoose: () => onChoose(name) })),
  ]
  const value = model === undefined ? t("talk.defaultModel") : shortModel(model)
  return <Choice label={t("talk.model")} value={value} icon={Bot} items={items} isUsual={model === undefined} />
}

const MODES: Readonly<Record<ApprovalMode, { readonly label: Key; readonly hint: Key }>> = {
  ask: { label: "talk.modeAsk", hint: "talk.modeAskHint" },
  edits: { label: "talk.modeEdits", hint: "talk.modeEditsHint" },
  plan: { label: "talk.modePlan", hint: "talk.modePlanHint" },
  auto: { label: "talk.modeAuto", hint: "talk.modeAutoHint" },
}

interface ApprovalChoiceProps {
  readonly workspace: string | undefined
  readonly mode: ApprovalMode | undefined
  readonly onChoose: (mode: ApprovalMode | undefined) => void
}

export function ApprovalChoice({ workspace, mode = "ask", onChoose }: ApprovalChoiceProps) {
  const allowed = useApprovalModes(workspace)
  if (allowed.length < 2) return null
  const items = allowed.map((each) => ({
    label: t(MODES[each].label),
    hint: t(MODES[each].hint),
    isChecked: each === mode,
    onChoose: () => onChoose(each === "ask" ? undefined : each),
  }))
  const value = t(MODES[mode].label)
  return <Choice label={t("talk.approvals")} value={value} icon={ShieldCheck} items={items} isUsual={mode === "ask"} />
}

interface OneOfProps {
  readonly values: readonly string[]
  readonly value: string | undefined
  readonly onChoose: (value: string) => void
}

export function WorkspaceChoice(props: OneOfProps) {
  return <OneOf {...props} label={t("talk.workspace")} icon={Folder} />
}

export function ProfileChoice(props: OneOfProps) {
  return <OneOf {...props} label={t("talk.profile")} icon={UserCog} />
}

/** Nothing to choose, nothing to show. */
function OneOf({ values, value = values[0], onChoose, label, icon }: OneOfProps & Pick<ChoiceProps, "label" | "icon">) {
  if (values.length < 2 || value === undefined) return null
  const items = values.map((each) => ({ label: each, isChecked: each === value, onChoose: () => onChoose(each) }))
  return <Choice label={label} value={value} icon={icon} items={items} isUsual={value === values[0]} />
}
