import {
  type ActiveSession,
  type Client,
  type ExecutedQuote,
  type PaymentTerms,
  paymentTermsOf,
  type Quote,
  type SignedOperation
} from "@countersign/client"
import { makeStore, type Store } from "../store.ts"

/** The state of a signed call. `terms` are those of a payment, parsed from the payload that the session key signs. */
export type SignedCallState =
  | { readonly status: "idle" }
  /** The end user reviews the terms of a payment. Nothing has been signed. */
  | { readonly status: "review"; readonly quote: Quote; readonly terms: PaymentTerms }
  | { readonly status: "signing"; readonly terms?: PaymentTerms }
  | { readonly status: "done"; readonly result: unknown; readonly terms?: PaymentTerms }
  | { readonly status: "failed"; readonly error: unknown; readonly terms?: PaymentTerms }

export interface SignedCallFlow extends Pick<Store<SignedCallState>, "subscribe" | "state"> {
  /** Shows the terms of a quote for review. A quote that the client would not sign fails here. */
  readonly pay: (quote: Quote) => void
  /** Signs the reviewed quote and executes it. Resolves to `undefined` when it failed; the state has the error. */
  readonly approve: () => Promise<ExecutedQuote | undefined>
  /** Leaves the review. Nothing is signed. */
  readonly decline: () => void
  /** Runs an operation that the session signs. Resolves to `undefined` when it failed; the state has the error. */
  readonly call: <T>(
    operation: Omit<SignedOperation, "signer"> & { readonly read: (body: unknown) => T }
  ) => Promise<T | undefined>
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
  const store = makeStore<SignedCallState>({ status: "idle" })

  /** Runs one call at a time. A second one while the first is being signed is ignored. */
  const signing = async <T>(
    about: { readonly terms?: PaymentTerms },
    run: (signer: ActiveSession) => Promise<T>
  ): Promise<T | undefined> => {
    if (store.state().status === "signing") return undefined
    store.set({ status: "signing", ...about })
    try {
      const result = await run(session())
      store.set({ status: "done", result, ...about })
      return result
    } catch (error) {
      store.set({ status: "failed", error, ...about })
      onFailure()
      return undefined
    }
  }

  const leave = (): void => {
    if (store.state().status !== "signing") store.set({ status: "idle" })
  }

  return {
    subscribe: store.subscribe,
    state: store.state,
    pay: (quote) => {
      if (store.state().status === "signing") return
      try {
        store.set({ status: "review", quote, terms: paymentTermsOf(quote) })
      } catch (error) {
        store.set({ status: "failed", error })
      }
    },
    approve: async () => {
      const state = store.state()
      if (state.status !== "review") return undefined
      const { quote, terms } = state
      // The end user approved these terms, so the client signs only a payload with exactly these.
      const confirm = (signed: PaymentTerms) => JSON.stringify(signed) === JSON.stringify(terms)
      return signing({ terms }, (signer) => client.executeQuote(quote, { signer, confirm }))
    },
    decline: leave,
    call: (operation) => signing({}, (signer) => client.signedRetry({ ...operation, signer })),
    reset: leave
  }
}
