// A button that settles a request. It is switched off for a moment when requests come or go, because it may have moved
// under the pointer.
import { Button, type ButtonProps } from "../../ui/button.tsx"
import { useIsStill } from "./use-armed.ts"

export function SettleButton({ disabled = false, ...rest }: ButtonProps) {
  const isStill = useIsStill()
  return <Button disabled={disabled || !isStill} {...rest} />
}
