import type { ActiveSession, AuthMethod, Client } from "@countersign/client"
import { codeFlow, type FlowState } from "./codeFlow.ts"

/** The state of a sign-in. `credential` is the one that the end user chose. */
export type SignInState = FlowState<{ readonly credential: AuthMethod }>

/**
 * Returns an identity token of the credential's provider with this `nonce` claim, for example from a pop-up. A redirect
 * that leaves the page loses the key of the sign-in.
 */
export type IdentityToken = (credential: AuthMethod, nonce: string) => Promise<string>

export type SignInFlow = ReturnType<typeof signInFlow>

interface Options {
  readonly client: Pick<Client, "emailOtp" | "logout" | "oauth" | "passkeys">
  readonly identityToken: () => IdentityToken | undefined
  readonly onSession: (session: ActiveSession) => void
}

export const signInFlow = ({ client, identityToken, onSession }: Options) => {
  const { start, ...flow } = codeFlow<{ readonly credential: AuthMethod }, ActiveSession>({
    login: async ({ credential }, prompt) => {
      const { id: credentialId, type } = credential
      if (type === "EMAIL_OTP") {
        const code = ({ otpAlphabet }: AuthMethod, attempt: number) => prompt(attempt, otpAlphabet)
        return client.emailOtp.login({ credentialId, code })
      }
      if (type === "PASSKEY") return client.passkeys.login({ credentialId })
      const token = identityToken()
      if (type !== "OAUTH" || token === undefined) throw new TypeError(`This page cannot sign in by ${type}`)
      return client.oauth.login({ credentialId, token: (nonce) => token(credential, nonce) })
    },
    // No caller receives this session, so it is ended and its key is deleted.
    discard: client.logout,
    onDone: onSession
  })
  return { ...flow, start: (credential: AuthMethod) => start({ credential }) }
}
