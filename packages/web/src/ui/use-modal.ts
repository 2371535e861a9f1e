// Shows a dialog above the page as long as its component is mounted. The focus goes back to where it was.
import { type RefObject, useLayoutEffect, useRef } from "react"

export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Closed while it is still in the page: a dialog that is only taken out does not give the focus back.
    return () => dialog?.close()
  }, [])
  return ref
}
