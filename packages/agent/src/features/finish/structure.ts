// Finish checks of an answer's structure: the same in every language, because none of them reads a word.
import type { AnsweredTurn, FinishCheck } from "../../contracts/finish-check.ts"

/** Neither text nor a call. */
export const emptyAnswer: FinishCheck = {
  name: "empty",
  check: ({ answer }) =>
    answer.trim() === ""
      ? { kind: "nudge", evidence: "the answer has no text and no call", seen: "Your last answer was empty." }
      : undefined,
}

/** The answer ends with a call of an offered tool that is written as text, and so was not run. */
export const writtenCall: FinishCheck = {
  name: "written-call",
  check({ writtenCall: written }) {
    if (written === undefined) return undefined
    const { name, form, wanted } = written
    const how =
      wanted === "native"
        ? "A call runs when it is made as a tool call of its own, and not as part of the text."
        : "A call runs when it is written in the form that your instructions give for tool calls, and not in a code block."
    return {
      kind: "nudge",
      evidence: `the answer ends with a call of "${name}" written as text (${form})`,
      seen: `Your last answer ends with what reads like a tool call, written as text. It was not run. ${how}`,
    }
  },
}

/** The model began a task of its own list in this turn, and left it in progress. */
export const tasksInProgress: FinishCheck = {
  name: "tasks-in-progress",
  check(turn) {
    const left = inProgress(turn)
    if (left.length === 0) return undefined
    const numbers = left.map(({ id }) => id).join(", ")
    const many = left.length > 1
    return {
      kind: "nudge",
      evidence: `begun in this turn and left in progress: ${left.map(({ id, title }) => `${id} ${title}`).join("; ")}`,
      // By number: a title may repeat what the user said.
      seen: `Your own task list says that ${many ? `tasks ${numbers} are` : `task ${numbers} is`} still in progress. You began ${many ? "them" : "it"} in this turn.`,
    }
  },
}

function inProgress({ tasks, begunTasks, offersTools }: AnsweredTurn) {
  if (!offersTools) return []
  return tasks.filter(({ id, status }) => status === "in_progress" && begunTasks.includes(id))
}

/** Checks that need no judgement. */
export const structureChecks: readonly FinishCheck[] = [emptyAnswer, writtenCall, tasksInProgress]
