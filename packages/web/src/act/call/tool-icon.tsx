// The sign of a tool; while it runs, something turns.
import {
  Bot,
  CircleCheck,
  FileInput,
  FilePen,
  FilePlus2,
  FileText,
  FileX2,
  FolderOpen,
  Globe,
  ListTodo,
  type LucideIcon,
  MessageCircleQuestion,
  NotebookPen,
  Search,
  SquareTerminal,
  Wrench,
} from "lucide-react"
import { cx } from "../../ui/cx.ts"
import type { CardState } from "./card-state.ts"

const ICONS: Readonly<Record<string, LucideIcon>> = {
  read_file: FileText,
  read_result: FileText,
  write_file: FilePlus2,
  edit_file: FilePen,
  list_directory: FolderOpen,
  search_files: Search,
  move_file: FileInput,
  delete_file: FileX2,
  run_command: SquareTerminal,
  fetch_url: Globe,
  tasks: ListTodo,
  notes: NotebookPen,
  ask_user: MessageCircleQuestion,
  delegate: Bot,
}

const TINTS: Partial<Record<CardState, string>> = {
  ok: "text-ok",
  error: "text-bad",
  timeout: "text-bad",
  refused: "text-bad",
  unknown: "text-warn",
  waiting: "text-warn",
}

export function ToolIcon({ name, state }: { readonly name: string; readonly state: CardState }) {
  if (state === "running")
    return (
      <span
        aria-hidden
        className="m-px size-3.5 shrink-0 animate-spin rounded-full border-2 border-line border-t-accent motion-reduce:animate-none"
      />
    )
  const Icon = (Object.hasOwn(ICONS, name) ? ICONS[name] : undefined) ?? (name === "" ? CircleCheck : Wrench)
  return <Icon aria-hidden className={cx("size-4 shrink-0", TINTS[state] ?? "text-quiet")} />
}
