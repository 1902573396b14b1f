import type { ActiveSession, AuthMethod, Client } from "@countersign/client"
import { makeStore, type Store } from "../store.ts"

/** The state of a sign-in. `credential` is the one that the end user chose. */
export type SignInState =
  | { readonly status: "idle" }
  /** A code is being mailed, or the browser prompts for a passkey or an identity. */
  | { readonly status: "waiting"; readonly credential: AuthMethod }
  /** A code was mailed. `isWrong` after the server refused the previous attempt; the same code is still valid. */
  | (AwaitedCode & { readonly status: "code"; readonly attempt: number; readonly isWrong: boolean })
  /** The server is verifying a code. */
  | (AwaitedCode & { readonly status: "verifying" })
  | { readonly status: "failed"; readonly credential: AuthMethod; readonly error: unknown }

interface AwaitedCode {
  readonly credential: AuthMethod
  /** "NUMERIC" or "ALPHANUMERIC": the characters of the code. Absent with an older server. */
  readonly alphabet: string | undefined
}

/**
 * Returns an identity token of the credential's provider with this `nonce` claim, for example from a pop-up. A redirect
 * that leaves the page loses the key of the sign-in.
 */
export type IdentityToken = (credential: AuthMethod, nonce: string) => Promise<string>

export interface SignInFlow extends Pick<Store<SignInState>, "subscribe" | "state"> {
  /** Starts a sign-in. Ignored while another one is being verified; replaces one that waits for a code. */
  readonly start: (credential: AuthMethod) => Promise<void>
  /** Sends a code. Ignored unless the sign-in waits for one. */
  readonly submitCode: (code: string) => void
  /** Returns to the choice of a credential. Ignored while an answer of the server or the browser is pending. */
  readonly cancel: () => void
}

interface Options {
  readonly client: Pick<Client, "emailOtp" | "logout" | "oauth" | "passkeys">
  readonly identityToken: () => IdentityToken | undefined
  readonly onSession: (session: ActiveSession) => void
}

export const signInFlow = ({ client, identityToken, onSession }: Options): SignInFlow => {
  const store = makeStore<SignInState>({ status: "idle" })
  /** Answers the prompt that waits for a code; `undefined` cancels it. */
  let answer: ((code: string | undefined) => void) | undefined
  // Changes with each start, so that a sign-in that was replaced shows nothing more.
  let turn = 0

  const take = (code: string | undefined): void => {
    const waiting = answer
    answer = undefined
    waiting?.(code)
  }

  const login = async (credential: AuthMethod, isCurrent: () => boolean): Promise<ActiveSession> => {
    const { id: credentialId, type } = credential
    if (type === "EMAIL_OTP") {
      const code = ({ otpAlphabet: alphabet }: AuthMethod, attempt: number) =>
        prompt({ credential, alphabet }, attempt, isCurrent)
      return client.emailOtp.login({ credentialId, code })
    }
    if (type === "PASSKEY") return client.passkeys.login({ credentialId })
    const token = identityToken()
    if (type !== "OAUTH" || token === undefined) throw new TypeError(`This page cannot sign in by ${type}`)
    return client.oauth.login({ credentialId, token: (nonce) => token(credential, nonce) })
  }

  const prompt = (awaited: AwaitedCode, attempt: number, isCurrent: () => boolean) =>
    new Promise<string | undefined>((resolve) => {
      if (!isCurrent()) return resolve(undefined)
      answer = resolve
      store.set({ status: "code", ...awaited, attempt, isWrong: attempt > 1 })
    })

  return {
    subscribe: store.subscribe,
    state: store.state,
    start: async (credential) => {
      const { status } = store.state()
      if (status === "waiting" || status === "verifying") return
      turn += 1
      const mine = turn
      take(undefined)
      store.set({ status: "waiting", credential })
      try {
        const session = await login(credential, () => mine === turn)
        if (mine !== turn) {
          // No caller receives this session, so it is ended and its key is deleted.
          await client.logout(session)
          return
        }
        store.set({ status: "idle" })
        onSession(session)
      } catch (error) {
        if (mine === turn) store.set({ status: "failed", credential, error })
      }
    },
    submitCode: (code) => {
      const state = store.state()
      if (state.status !== "code" || code.trim() === "") return
      store.set({ status: "verifying", credential: state.credential, alphabet: state.alphabet })
      take(code)
    },
    cancel: () => {
      const { status } = store.state()
      if (status !== "code" && status !== "failed") return
      turn += 1
      take(undefined)
      store.set({ status: "idle" })
    }
  }
}
