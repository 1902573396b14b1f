"use client"

import { type RefObject, useEffect, useRef, useState } from "react"
import type { Review, SignedCallState } from "../signedCall/signedCallFlow.ts"
import { useSignedCall } from "../signedCall/useSignedCall.ts"

/** The words of the review of one act. */
export interface ActWords {
  readonly title: string
  readonly approve: string
}

/** The signed acts of one component: one at a time, with a review if the work passes `confirm` to the client. */
export interface UseSignedAct {
  readonly state: SignedCallState
  /** Runs an act, which resolves to the words that report it. */
  readonly act: (work: (by: Review) => Promise<string>, words?: ActWords) => Promise<void>
  readonly approve: () => void
  readonly decline: () => void
  readonly isBusy: boolean
  /** The words of the review under way. */
  readonly words: ActWords | undefined
  /** The report of the last act. */
  readonly report: string
  /** Replaces the report. */
  readonly say: (report: string) => void
  /** The element that shows the report. It takes the focus if the button that started the act is gone. */
  readonly status: RefObject<HTMLParagraphElement | null>
}

export const useSignedAct = (): UseSignedAct => {
  const { approve, decline, run, state } = useSignedCall()
  const [words, setWords] = useState<ActWords>()
  const [report, setReport] = useState("")
  const status = useRef<HTMLParagraphElement>(null)
  const opener = useRef<Element>(null)
  const isUnderWay = state.status === "review" || state.status === "signing"
  useEffect(() => {
    const { activeElement, body } = document
    if (isUnderWay || opener.current === null || (activeElement !== null && activeElement !== body)) return
    const isThere = opener.current instanceof HTMLElement && opener.current.isConnected
    const target = isThere ? opener.current : status.current
    if (target instanceof HTMLElement) target.focus()
  }, [isUnderWay])
  return {
    state,
    act: async (work, about) => {
      if (state.status === "signing") return
      opener.current = document.activeElement
      setReport("")
      setWords(about)
      const done = await run(work)
      if (done !== undefined) setReport(done)
    },
    approve,
    decline,
    isBusy: state.status === "signing",
    words,
    report,
    say: setReport,
    status
  }
}
