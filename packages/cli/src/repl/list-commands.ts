// The REPL's commands about the model's own lists: what is to be done, and what it noted.
import { notesText, tasksText } from "../sessions/lists-text.ts"
import type { ReplCommand } from "./commands.ts"

export const LIST_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/tasks",
    usage: "/tasks",
    summary: "the model's list of what is to be done",
    isUsable: async ({ conversation }) => (await conversation.session.tasks()).length > 0,
    run: async ({ conversation, terminal }) => {
      const tasks = await conversation.session.tasks()
      terminal.tell(tasks.length === 0 ? "The task list of this session is empty." : tasksText(tasks))
    },
  },
  {
    name: "/notes",
    usage: "/notes",
    summary: "what the model noted for itself",
    isUsable: async ({ conversation }) => (await conversation.session.notes()).length > 0,
    run: async ({ conversation, terminal }) => {
      const notes = await conversation.session.notes()
      terminal.tell(notes.length === 0 ? "There are no notes in this session." : notesText(notes))
    },
  },
]
