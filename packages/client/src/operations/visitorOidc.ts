import { oidcNonceAsync } from "@countersign/wire"
import { type AuthSession, isAuthSession } from "../answers/credentials.ts"
import { id, object, optional } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import { SignInNotPendingError } from "../errors.ts"
import { type ActiveSession, requireWebCrypto } from "../keyPair.ts"
import { hasExpired } from "../keys/KeyStore.ts"
import type { Parts } from "./Parts.ts"
import { activeSession } from "./sessions.ts"
import type { SignedInVisitor } from "./visitorPasskeys.ts"

/** A sign-in that waits for the token of an OpenID Connect issuer. */
export interface BegunOidc {
  /** Identifies the sign-in in this browser. Send it to the issuer as `state`. */
  readonly state: string
  /** Send it to the issuer as `nonce`, which binds the token to the key of this sign-in. */
  readonly nonce: string
}

/** Sign-in with an identity at an OpenID Connect issuer. */
export interface VisitorOidc {
  /**
   * Creates the key of a session, and stores it for 10 minutes where `restore` finds sessions, so that the page can be left for that of
   * the issuer. Sends nothing.
   */
  readonly beginOidc: () => Promise<BegunOidc>
  /**
   * Signs the visitor in with the ID token that the issuer returned with `state`, once. `session` is undefined if the wallet has other
   * credentials only. Throws `SignInNotPendingError` for a state that is not of this browser, before it sends anything.
   */
  readonly signInWithOidc: (answer: { readonly state: string; readonly oidcToken: string }) => Promise<SignedInVisitor>
}

export const visitorOidcOn = ({ clock, keys, send }: Parts): VisitorOidc => {
  /** Sign-ins of this page, for stores that have them only in memory. */
  const begun = new Map<string, ActiveSession>()
  return {
    beginOidc: async () => {
      requireWebCrypto()
      const signer = await keys.create()
      const at = clock.now()
      const state = stateOf(signer.publicKey)
      const createdAt = new Date(at).toISOString()
      const pending: ActiveSession = {
        id: state,
        accountId: ofNone(state),
        type: "OAUTH",
        nickname: "",
        createdAt,
        updatedAt: createdAt,
        expiresAt: new Date(at + LIFETIME).toISOString(),
        signer
      }
      begun.set(state, pending)
      await keys.save(pending)
      return { state, nonce: await oidcNonceAsync(signer.publicKey) }
    },
    signInWithOidc: async ({ oidcToken, state }) => {
      const pending = begun.get(state) ?? (await keys.recall(state))
      // The state may be the id of an active session, which must not end.
      if (pending?.accountId !== ofNone(state)) throw new SignInNotPendingError()
      begun.delete(state)
      await keys.drop(state)
      if (hasExpired(pending, clock.now())) throw new SignInNotPendingError()
      const { signer } = pending
      const body = JSON.stringify({ oidcToken, clientPublicKey: signer.publicKey })
      const answer = await send({ method: "POST", path: "/auth/sign-ins/oidc", body })
      const { accountId, customerId, session } = readAs(answer, isOidcSignIn, "an OidcSignIn")
      if (session !== undefined) return { accountId, customerId, session: await activeSession(session, signer, keys) }
      signer.forget()
      return { accountId, customerId, session }
    }
  }
}

/** In milliseconds: the visitor may have to sign in at the issuer first. */
const LIFETIME = 600_000

/** The id of a session that is not open yet, for the key store: 128 bits of its random key, which no other browser can guess. */
const stateOf = (publicKey: string): string =>
  `Session:${publicKey.slice(2, 34).replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-")}`

/** The wallet of a sign-in, which is not known yet. */
const ofNone = (state: string): string => state.replace("Session", "InternalAccount")

interface OidcSignIn extends Pick<SignedInVisitor, "accountId" | "customerId"> {
  readonly session?: AuthSession | undefined
}

const isOidcSignIn = object<OidcSignIn>({
  accountId: id("InternalAccount"),
  customerId: id("Customer"),
  session: optional(isAuthSession)
})
