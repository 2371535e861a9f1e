// What cannot be drawn is replaced by a sentence, and takes nothing around it along.
import { Component, type ReactNode } from "react"
import { t } from "../i18n/words.ts"
import { Button } from "./button.tsx"

interface BoundaryProps {
  /** What is drawn: something else is another try. */
  readonly of: unknown
  readonly children: ReactNode
}

interface BoundaryState {
  readonly error?: unknown
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error }
  }

  override componentDidUpdate({ of: before }: BoundaryProps): void {
    if (before !== this.props.of && this.state.error !== undefined) this.setState({ error: undefined })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div role="alert" className="column mx-auto my-3 w-full px-4 text-sm">
        <div className="rounded-xl border border-bad/40 bg-bad-soft px-4 py-3 text-bad">
          <p className="font-semibold">{t("app.notDrawn")}</p>
          <p dir="auto" className="break-words">
            {error instanceof Error ? error.message : String(error)}
          </p>
          <p className="pb-2">{t("app.notDrawnHint")}</p>
          <Button size="small" onClick={() => this.setState({ error: undefined })}>
            {t("app.tryAgain")}
          </Button>
        </div>
      </div>
    )
  }
}
