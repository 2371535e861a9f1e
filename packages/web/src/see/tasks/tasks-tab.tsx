// What the agent means to do and what is done: the plan of the turn, its task list, and its notes.
import type { Note, Task } from "@pawl/client"
import { Check, Circle, CircleDot, CircleSlash, Minus, X } from "lucide-react"
import { useMemo } from "react"
import { client } from "../../data/client.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { useSelected } from "../../data/use-observable.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { Failed } from "../../ui/empty.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { useTurnFacts } from "../facts/use-facts.ts"
import { useNews } from "../news.ts"
import { Hint, Section } from "../section.tsx"
import { type PlanStep, planOf } from "./plan-of.ts"
import { Progress, StateLine } from "./progress.tsx"

export function TasksTab({ session }: { readonly session: LiveSession }) {
  const turns = useSelected(session.view, (view) => view.turns)
  const { facts } = useTurnFacts(session, turns, turns.at(-1)?.turn ?? 1)
  const plan = useMemo(() => planOf(facts) ?? [], [facts])
  const news = useNews(session)
  const { value, error, reload } = useLoaded(() => listsOf(session.id), `${session.id} ${news}`)
  if (error !== undefined) return <Failed error={error} onRetry={reload} />
  if (value === undefined)
    return (
      <Hint>
        <Spinner label={t("app.loading")} />
      </Hint>
    )
  const { tasks, notes } = value
  if (plan.length + tasks.length + notes.length === 0) return <Hint>{t("see.noTasks")}</Hint>
  return (
    <>
      {plan.length > 0 && <Plan steps={plan} />}
      {tasks.length > 0 && <Tasks tasks={tasks} />}
      {notes.length > 0 && <Notes notes={notes} />}
    </>
  )
}

async function listsOf(session: string) {
  const params = { session }
  const [{ tasks }, { notes }] = await Promise.all([
    client.call("look.tasks", { params }),
    client.call("look.notes", { params }),
  ])
  return { tasks, notes: notes.filter(({ scratched }) => scratched !== true) }
}

const STEP_ICONS = { open: Circle, running: CircleDot, ok: Check, failed: X } as const

function Plan({ steps }: { readonly steps: readonly PlanStep[] }) {
  const done = steps.filter(({ state }) => state === "ok" || state === "failed").length
  return (
    <Section title={t("see.plan")} end={<Progress done={done} all={steps.length} label={t("see.planProgress")} />}>
      <ol className="flex flex-col gap-1.5">
        {steps.map(({ what, state, result, needs }, index) => (
          <StateLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its number.
            key={index}
            icon={STEP_ICONS[state]}
            state={t(`see.step_${state}`)}
            tone={state === "running" ? "accent" : state === "open" ? "quiet" : state === "ok" ? "ok" : "bad"}
            text={`${index + 1}. ${what}`}
            {...(result !== "" && { more: result })}
            {...(needs.length > 0 && state === "open" && { after: needs })}
          />
        ))}
      </ol>
    </Section>
  )
}

const TASK_LOOKS = {
  open: { icon: Circle, tone: "quiet" },
  in_progress: { icon: CircleDot, tone: "accent" },
  done: { icon: Check, tone: "ok" },
  dropped: { icon: CircleSlash, tone: "quiet" },
} as const

function Tasks({ tasks }: { readonly tasks: readonly Task[] }) {
  const wanted = tasks.filter(({ status }) => status !== "dropped")
  const done = wanted.filter(({ status }) => status === "done").length
  return (
    <Section title={t("see.tasks")} end={<Progress done={done} all={wanted.length} label={t("see.taskProgress")} />}>
      <ul className="flex flex-col gap-1.5">
        {tasks.map(({ id, title, status, after }) => (
          <StateLine
            key={id}
            {...TASK_LOOKS[status]}
            state={t(`act.task_${status}`)}
            text={title}
            isStruck={status === "dropped"}
            {...(after !== undefined && after.length > 0 && status === "open" && { after })}
          />
        ))}
      </ul>
    </Section>
  )
}

function Notes({ notes }: { readonly notes: readonly Note[] }) {
  return (
    <Section title={t("see.notes")}>
      <ul className="flex flex-col gap-2">
        {notes.map(({ id, text, tags }) => (
          <li key={id} className="flex gap-2 text-sm">
            <Minus aria-hidden className="mt-0.5 size-4 shrink-0 text-quiet" />
            <div className="min-w-0">
              <p className="break-words whitespace-pre-wrap">{text}</p>
              <div className="mt-0.5 flex flex-wrap gap-1">
                {tags.map((tag) => (
                  <Badge key={tag}>{tag}</Badge>
                ))}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
