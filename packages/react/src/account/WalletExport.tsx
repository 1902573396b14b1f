"use client"

import { useEffect, useId, useRef } from "react"
import { useCountersign } from "../CountersignProvider.tsx"
import { useSession } from "../session/useSession.ts"
import { type Level, Outcome } from "./parts.tsx"
import { useAccountText } from "./useAccountText.ts"
import { useSecret } from "./useSecret.ts"
import { useSignedAct } from "./useSignedAct.ts"

/** The words of `WalletExport`. */
export interface WalletExportText {
  /** The heading: "Export the wallet". */
  readonly title: string
  /** The warning: the phrase gives full control of the wallet. */
  readonly hint: string
  /** The button that exports the wallet. */
  readonly start: string
  /** The title of the review before it. */
  readonly startTitle: string
  /** The button that signs it. */
  readonly startApprove: string
  /** The status after it: the phrase is hidden. */
  readonly ready: string
  /** The button that shows the phrase. */
  readonly reveal: string
  /** The button that hides it again. */
  readonly hide: string
  /** The name of the phrase. */
  readonly phrase: string
  /** After how many seconds it hides itself. */
  readonly limit: (seconds: number) => string
  /** The button that removes the phrase from the memory of the page. */
  readonly done: string
}

/** The properties of `WalletExport`. */
export interface WalletExportProps {
  /** The seconds after which a revealed phrase hides itself. Default 60. */
  readonly seconds?: number
  /** The level of the title, 1 to 6. Default 2. */
  readonly level?: Level
  /** Replaces some of the words. */
  readonly text?: Partial<WalletExportText>
  /** The class of the section. */
  readonly className?: string
}

/**
 * Exports the recovery phrase of the wallet, after a review of the signed terms. The phrase is in the page only while it
 * is revealed: it hides itself after `seconds` and while the page is in the background, and leaves memory with the
 * session, with the component, or by a button. The last action has `act-status` and `act-error`.
 * Parts: `wallet-export`, `title`, `hint`, `start`, `actions`, `reveal`, `hide`, `done`, `phrase`, `limit`.
 */
export const WalletExport = ({ className, level = 2, seconds = 60, text }: WalletExportProps) => {
  const { language, words } = useAccountText()
  const said = { ...words.walletExport, ...text }
  const { accountId, client } = useCountersign()
  const { session } = useSession()
  const act = useSignedAct()
  const { forget, hide, receive, reveal, state } = useSecret<string>(seconds)
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const begin = useRef<HTMLButtonElement>(null)
  const Title = `h${level}` as const
  const isThere = state.status !== "none"
  const wasThere = useRef(isThere)
  const { say } = act
  // The button that had the focus is gone.
  useEffect(() => {
    if (wasThere.current === isThere) return
    wasThere.current = isThere
    if (!isThere) say("")
    ;(isThere ? toggle : begin).current?.focus()
  }, [isThere, say])
  const show = () => {
    say("")
    reveal()
  }
  const start = () =>
    act.act(
      async (by) => {
        const { mnemonic } = await client.exportWallet(accountId, by)
        receive(mnemonic, false)
        return said.ready
      },
      { title: said.startTitle, approve: said.startApprove }
    )
  return (
    <section data-part="wallet-export" lang={language.tag} className={className} aria-labelledby={id}>
      <Title data-part="title" id={id}>
        {said.title}
      </Title>
      <p data-part="hint" id={`${id}-hint`}>
        {said.hint}
      </p>
      {session === undefined || isThere ? null : (
        <button
          data-part="start"
          type="button"
          ref={begin}
          aria-describedby={`${id}-hint`}
          aria-disabled={act.isBusy}
          onClick={() => act.isBusy || start()}
        >
          {said.start}
        </button>
      )}
      <Outcome act={act} level={level} />
      {isThere ? (
        <div data-part="actions">
          <button
            data-part={state.status === "shown" ? "hide" : "reveal"}
            type="button"
            ref={toggle}
            onClick={state.status === "shown" ? hide : show}
          >
            {state.status === "shown" ? said.hide : said.reveal}
          </button>
          <button data-part="done" type="button" onClick={forget}>
            {said.done}
          </button>
        </div>
      ) : null}
      {state.status === "shown" ? (
        <>
          <dl data-part="phrase">
            <dt>{said.phrase}</dt>
            <dd lang="en" translate="no">
              {state.value}
            </dd>
          </dl>
          <p data-part="limit">{Number.isFinite(seconds) ? said.limit(seconds) : ""}</p>
        </>
      ) : null}
    </section>
  )
}
