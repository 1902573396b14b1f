import { useRef, useState } from "react"
import { t } from "../../words/translate.ts"
import { unitsOf } from "../money.ts"
import { useWalletState } from "../wallet/useWallet.tsx"

/** The text of an amount. `read` returns it in the smallest unit, or shows an error beside the field. */
export const useAmount = (initial: string, decimals: number) => {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(initial)
  const [isWrong, setIsWrong] = useState(false)
  return {
    field,
    text,
    setText,
    isWrong,
    read: (): number | undefined => {
      const units = unitsOf(text, decimals)
      setIsWrong(units === undefined)
      if (units === undefined) field.current?.focus()
      return units
    }
  }
}

interface AmountFieldProps {
  readonly id: string
  readonly amount: ReturnType<typeof useAmount>
}

/** A field for an amount in the currency of the wallet. */
export const AmountField = ({ amount: { field, isWrong, setText, text }, id }: AmountFieldProps) => {
  const { balance } = useWalletState()
  return (
    <div className="control">
      <label htmlFor={id}>{t("Amount in {0}", balance?.code ?? "")}</label>
      <input
        type="text"
        id={id}
        ref={field}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-issue` : undefined}
      />
      {isWrong ? (
        <p className="issue" id={`${id}-issue`}>
          {t("Enter an amount greater than zero, such as 12.50.")}
        </p>
      ) : null}
    </div>
  )
}
