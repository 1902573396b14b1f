import {
  type ActiveSession,
  type Client,
  type Confirm,
  type ExecutedQuote,
  type Expected,
  type PaymentTerms,
  paymentTermsOf,
  type Quote,
  type SignedOperation,
  type SignedTerms
} from "@countersign/client"
import { makeStore, type Store } from "../store.ts"

/** The terms that the session key signs, decoded from the payload: of a payment, or of any other call. */
export type ReviewedTerms = PaymentTerms | SignedTerms

/** The state of a signed call. */
export type SignedCallState =
  | { readonly status: "idle" }
  /** The end user reviews the terms. Nothing has been signed. `quote` is that of a payment. */
  | { readonly status: "review"; readonly quote?: Quote; readonly terms: ReviewedTerms }
  /** The call is under way. It has been approved if it has `terms`. */
  | { readonly status: "signing"; readonly terms?: ReviewedTerms }
  | { readonly status: "done"; readonly result: unknown; readonly terms?: ReviewedTerms }
  | { readonly status: "failed"; readonly error: unknown; readonly terms?: ReviewedTerms }

/** Who signs an operation of the client, and how its terms are reviewed. */
export interface Review {
  readonly signer: ActiveSession
  readonly confirm: Confirm
}

export interface SignedCallFlow extends Pick<Store<SignedCallState>, "subscribe" | "state"> {
  /** Shows the terms of a quote for review. A quote that the client would not sign fails here. */
  readonly pay: (quote: Quote) => void
  /**
   * Signs the reviewed terms. Resolves to the executed quote of a payment, and to `undefined` when it failed; the state
   * has the error. Another call resolves where it was started.
   */
  readonly approve: () => Promise<ExecutedQuote | undefined>
  /** Leaves the review. Nothing is signed. */
  readonly decline: () => void
  /**
   * Calls an endpoint of your own, or of the API, that the session must sign: the state becomes "review". Terms that
   * differ from `expects` fail before that. Resolves to `undefined` when it was declined or failed.
   */
  readonly call: <T>(
    operation: Omit<SignedOperation, "signer"> & {
      readonly expects?: Expected
      readonly read: (body: unknown) => T
    }
  ) => Promise<T | undefined>
  /** Runs an operation of the client with the same review: `run((by) => client.exportWallet(accountId, by))`. */
  readonly run: <T>(operation: (by: Review) => Promise<T>) => Promise<T | undefined>
  /** Returns to the initial state. Ignored while a call is being signed. */
  readonly reset: () => void
}

interface Options {
  readonly client: Pick<Client, "executeQuote" | "signedRetry">
  readonly session: () => ActiveSession
  /** Called after a failure, because the session may have ended. */
  readonly onFailure: () => void
}

export const signedCallFlow = ({ client, onFailure, session }: Options): SignedCallFlow => {
  const { set, ...current } = makeStore<SignedCallState>({ status: "idle" })
  /** Continues the call whose terms are under review. */
  let decide: (isApproved: boolean) => void = () => {}
  // Changes with each call, so that one whose review was left changes nothing any more.
  let turn = 0

  /** Ends a review, which signs nothing. Returns false while a call is being signed. */
  const isFree = (): boolean => {
    if (current.state().status === "signing") return false
    turn += 1
    decide(false)
    return true
  }
  const leave = (): void => {
    if (isFree()) set({ status: "idle" })
  }

  /** Runs one call at a time. A second one while the first is being signed is ignored. */
  const signing = async <T>(
    sign: (signer: ActiveSession, review: (terms: ReviewedTerms) => Promise<boolean>) => Promise<T>,
    agreed?: PaymentTerms
  ): Promise<T | undefined> => {
    if (!isFree()) return undefined
    const mine = turn
    const become = (state: SignedCallState) => {
      if (mine === turn) set(state)
    }
    let about: { readonly terms?: ReviewedTerms } = agreed === undefined ? {} : { terms: agreed }
    const review = (terms: ReviewedTerms) =>
      new Promise<boolean>((resolve) => {
        if (mine !== turn) return resolve(false)
        decide = (isApproved) => {
          decide = () => {}
          about = { terms }
          become({ status: "signing", terms })
          resolve(isApproved)
        }
        become({ status: "review", terms })
      })
    become({ status: "signing", ...about })
    try {
      const result = await sign(session(), review)
      become({ status: "done", result, ...about })
      return result
    } catch (error) {
      if (mine !== turn) return undefined
      become({ status: "failed", error, ...about })
      onFailure()
      return undefined
    }
  }

  const run: SignedCallFlow["run"] = (operation) => signing((signer, confirm) => operation({ signer, confirm }))

  return {
    ...current,
    pay: (quote) => {
      if (!isFree()) return
      try {
        set({ status: "review", quote, terms: paymentTermsOf(quote) })
      } catch (error) {
        set({ status: "failed", error })
      }
    },
    approve: async () => {
      const state = current.state()
      if (state.status !== "review") return undefined
      const { quote, terms } = state
      if (quote === undefined || !("quoteId" in terms)) {
        decide(true)
        return undefined
      }
      // The end user approved these terms, so the client signs only a payload with exactly these.
      const confirm = (signed: PaymentTerms) => JSON.stringify(signed) === JSON.stringify(terms)
      return signing((signer) => client.executeQuote(quote, { signer, confirm }), terms)
    },
    decline: leave,
    call: (operation) => run((by) => client.signedRetry({ ...operation, ...by })),
    run,
    reset: leave
  }
}
