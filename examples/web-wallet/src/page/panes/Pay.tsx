import { accountTypes, isolated } from "@countersign/account-types"
import { isQuote, type PaymentTerms, type Quote } from "@countersign/client"
import {
  formatAmount,
  SignedOutError,
  TermsApproval,
  type TermsApprovalText,
  type UseSignedCall,
  useSession,
  useSignedCall
} from "@countersign/react"
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react"
import { fieldLabel, t, tag } from "../../words/translate.ts"
import { ExplainedError, explained } from "../explained.ts"
import { shownPayload } from "../inspector/operations.ts"
import { kindName } from "../kindName.ts"
import { type ExternalAccount, type PaneName, quotedIn } from "../State.ts"
import { AmountField, useAmount } from "../ui/AmountField.tsx"
import { Button } from "../ui/Button.tsx"
import { Code } from "../ui/Code.tsx"
import { Choice } from "../ui/Field.tsx"
import { Pane } from "../ui/Pane.tsx"
import { useAction, useWaiting, useWallet, useWalletState } from "../wallet/useWallet.tsx"

/** Adds funds, requests a quote, shows its terms, and signs and executes it. */
export const Pay = ({ shown }: { readonly shown: PaneName }) => {
  const payee = useRef<HTMLSelectElement>(null)
  const signedCall = useSignedCall()
  const [quote, setQuote] = useState<Quote>()
  const review = (quote: Quote) => {
    setQuote(quote)
    signedCall.pay(quote)
  }
  return (
    <Pane name="pay" shown={shown}>
      <ol className="steps">
        <Fund />
        <Ask payee={payee} onQuote={review} />
        <Review
          payload={quotedIn(quote).payloadToSign}
          signedCall={signedCall}
          onDecline={() => payee.current?.focus()}
        />
      </ol>
    </Pane>
  )
}

const Fund = () => {
  const { me, reads, send } = useWallet()
  const { balance } = useWalletState()
  const { isBusy, run } = useAction()
  const amount = useAmount("100", balance?.decimals ?? 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const units = amount.read()
    if (units === undefined) return
    run(async () => {
      await send("POST", `/sandbox/internal-accounts/${me.accountId}/fund`, { amount: units })
      await reads.money()
      return t("The wallet has been funded with sandbox money.")
    })
  }
  return (
    <li className="sheet">
      <h3>{t("Add funds")}</h3>
      <form className="line" id="fund" noValidate onSubmit={submit}>
        <AmountField id="fund-amount" amount={amount} />
        <Button type="submit" id="fund-send" className="quiet" isBusy={isBusy} busy={t("Adding funds…")}>
          {t("Fund the wallet")}
        </Button>
      </form>
    </li>
  )
}

interface AskProps {
  readonly payee: RefObject<HTMLSelectElement | null>
  readonly onQuote: (quote: Quote) => void
}

const Ask = ({ onQuote, payee }: AskProps) => {
  const { me, send } = useWallet()
  const { accounts, balance } = useWalletState()
  const { isBusy, run } = useAction()
  const amount = useAmount("25", balance?.decimals ?? 0)
  const [chosen, setChosen] = useState("")
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const units = amount.read()
    if (units === undefined || account === undefined) return
    run(async () => {
      const quote = await send("POST", "/quotes", {
        source: { sourceType: "ACCOUNT", accountId: me.accountId },
        destination: { destinationType: "ACCOUNT", accountId: account.id },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: units
      })
      // Payload and response come from the same backend, so both are compared with the request of the end user.
      if (!isQuote(quote) || quote.destination.accountId !== account.id || quote.totalSendingAmount !== units) {
        throw new ExplainedError(t("The quote does not match your request and cannot be signed. Get a new quote."))
      }
      onQuote(quote)
      return ""
    })
  }
  return (
    <li className="sheet">
      <h3>{t("Request a quote")}</h3>
      {account === undefined ? (
        <p className="hint">
          {t("There is no account to pay.")} <a href="#accounts">{t("Add an account")}</a>
        </p>
      ) : (
        <form className="line" id="ask" noValidate onSubmit={submit}>
          <Choice
            id="payee"
            className="control whole"
            label={t("To")}
            ref={payee}
            value={account.id}
            onChange={setChosen}
            options={accounts.map((each) => [each.id, payeeWords(each)])}
          />
          <AmountField id="pay-amount" amount={amount} />
          <Button type="submit" id="ask-send" isBusy={isBusy} busy={t("Getting a quote…")}>
            {t("Get a quote")}
          </Button>
        </form>
      )}
    </li>
  )
}

const payeeWords = ({ beneficiary, currency, kind, number }: ExternalAccount): string =>
  `${beneficiary || t("A wallet")}, ${currency}, ${kind} ${number}`

interface ReviewProps {
  readonly payload: string
  readonly signedCall: UseSignedCall
  readonly onDecline: () => void
}

/** The terms of the payment, from the exact bytes that the session key signs, above the button that signs them. */
const Review = ({ onDecline, payload, signedCall: { approve, decline, state } }: ReviewProps) => {
  const { me, now, reads, say } = useWallet()
  const { session } = useSession()
  const review = useRef<HTMLLIElement>(null)
  const shown = state.status === "review" || state.status === "signing" ? state.terms : undefined
  const terms = shown !== undefined && "quoteId" in shown ? shown : undefined
  useWaiting("pay", terms && t("{0} waits for your signature.", termsTitle(terms)), t("Review it"))
  useEffect(() => {
    if (state.status === "failed") say(explained(state.error), true)
  }, [state, say])
  const quoteId = terms?.quoteId
  useEffect(() => {
    if (quoteId !== undefined) review.current?.scrollIntoView({ block: "start" })
  }, [quoteId])
  if (terms === undefined) return null

  const pay = async () => {
    // The review stays, so that the end user can sign in and come back to it.
    if (session === undefined) return say(explained(new SignedOutError()), true)
    const executed = await approve()
    if (executed === undefined) return
    const what = termsTitle(terms)
    const isPaid = executed.status === "COMPLETED"
    say(isPaid ? t("{0} was paid.", what) : t("{0} is under way.", what))
    await reads.money().catch(() => undefined)
  }
  return (
    <li className="sheet" id="agree" ref={review}>
      <TermsApproval
        terms={terms}
        level={3}
        now={now}
        isBusy={state.status === "signing"}
        onApprove={pay}
        onDecline={() => {
          decline()
          onDecline()
        }}
        text={termsText(me.accountId)}
      />
      <details>
        <summary id="payload-summary">{t("Exact payload to sign")}</summary>
        <p className="hint">
          {t("The terms above are read from these bytes, and never from another field of the response.")}
        </p>
        <Code id="payload">{shownPayload(payload)}</Code>
      </details>
    </li>
  )
}

const termsTitle = ({ payee, sent }: PaymentTerms): string => t("{0} to {1}", formatAmount(sent, tag), isolated(payee))

/** The words of the terms, with the names of account types and fields. `own` is the id of this wallet. */
export const termsText = (own: string): Partial<TermsApprovalText> => ({
  payer: ({ accountId }) => (accountId === own ? t("This wallet") : t("{0} (not this wallet)", accountId ?? "")),
  accountType: kindName,
  identifier: (name, accountType) => {
    const fields = accountTypes.get(accountType)?.variants.flatMap((variant) => variant.fields) ?? []
    return fieldLabel(fields.find((field) => field.name === name)?.label ?? name)
  }
})
