// Where the focus goes when the request that had it is settled: to its card, else to the next request.
import { type FocusEvent, useEffect, useRef } from "react"
import { focusFirstRequest } from "./focus-request.ts"

/** For the element of the request. A person who went elsewhere meanwhile is not called back. */
export function useFocusAfter(call: string) {
  const had = useRef(false)
  useEffect(
    () => () => {
      if (had.current) setTimeout(() => goOn(call))
    },
    [call],
  )
  return {
    onFocus: () => {
      had.current = true
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      // Without a target a button was only switched off while the decision is sent.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) had.current = false
    },
  }
}

function goOn(call: string): void {
  if (document.activeElement !== document.body) return
  const card = document.querySelector<HTMLElement>(`[data-call="${CSS.escape(call)}"] button`)
  if (card === null) focusFirstRequest()
  else card.focus({ preventScroll: true })
}
