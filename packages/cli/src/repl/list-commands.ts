// REPL commands that show the model's task list and notes.
import { notesText, tasksText } from "../sessions/lists-text.ts"
import type { ReplCommand } from "./command.ts"

export const LIST_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/tasks",
    usage: "/tasks",
    summary: "show the model's task list",
    isUsable: async ({ conversation }) => (await conversation.session.tasks()).length > 0,
    run: async ({ conversation, terminal }) => {
      const tasks = await conversation.session.tasks()
      terminal.tell(tasks.length === 0 ? "The task list of this session is empty." : tasksText(tasks))
    },
  },
  {
    name: "/notes",
    usage: "/notes",
    summary: "show the model's notes",
    isUsable: async ({ conversation }) => (await conversation.session.notes()).length > 0,
    run: async ({ conversation, terminal }) => {
      const notes = await conversation.session.notes()
      terminal.tell(notes.length === 0 ? "There are no notes in this session." : notesText(notes))
    },
  },
]
