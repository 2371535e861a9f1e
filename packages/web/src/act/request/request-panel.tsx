// One open request: an approval or a question.
import { ApprovalPanel } from "./approval-panel.tsx"
import { QuestionPanel } from "./question-panel.tsx"
import type { Asked } from "./request-book.ts"

export function RequestPanel({ request, isInCard = false }: { readonly request: Asked; readonly isInCard?: boolean }) {
  return request.kind === "approval" ? (
    <ApprovalPanel request={request} isInCard={isInCard} />
  ) : (
    <QuestionPanel request={request} isInCard={isInCard} />
  )
}
