import type { ButtonHTMLAttributes } from "react"
import { useAction, type Work } from "../wallet/useWallet.tsx"

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly isBusy: boolean
  /** The words while the button waits. */
  readonly busy: string
  /** The object of the action, for screen readers: every row of a list has the same button text. */
  readonly about?: string
}

/** A button that waits. It is `aria-disabled` instead of `disabled`, which would drop the focus. */
export const Button = ({ about, busy, children, isBusy, type = "button", ...rest }: ButtonProps) => (
  <button {...rest} type={type} aria-disabled={isBusy}>
    {isBusy ? busy : children}
    {about === undefined ? null : <span className="spoken"> {about}</span>}
  </button>
)

type ActionButtonProps = Omit<ButtonProps, "isBusy" | "onClick"> & { readonly act: Work }

/** A button that runs one action. By default it has the pen of a signed action. */
export const ActionButton = ({ act, className = "signs quiet", ...rest }: ActionButtonProps) => {
  const { isBusy, run } = useAction()
  return <Button {...rest} className={className} isBusy={isBusy} onClick={() => run(act)} />
}
