// Parts of Markdown that are loaded when a text needs them. What is drawn before is drawn again once they are there; without them,
// code has no colours and formulas stay as written.
import { Lazily } from "../../data/lazily.ts"
import { useObservable } from "../../data/use-observable.ts"

const maths = new Lazily(() => import("./katex.ts"))
const colours = new Lazily(() => import("./hljs.ts"))

export function useMaths(isNeeded: boolean) {
  if (isNeeded) maths.want()
  return useObservable(maths.now)
}

export function useColours(isNeeded: boolean) {
  if (isNeeded) colours.want()
  return useObservable(colours.now)
}
