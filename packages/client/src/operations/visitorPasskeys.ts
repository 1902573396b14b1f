import { uncompressedHex } from "@countersign/wire"
import { id, object, text } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { ActiveSession, KeyPair } from "../keyPair.ts"
import { type AssertOptions, assert, authenticatorsOf } from "../webauthn/assert.ts"
import type { Parts } from "./Parts.ts"
import { openedSession, withClientKey } from "./sessions.ts"

/** A visitor whom the platform has signed in. The browser has its cookie. */
export interface SignedInVisitor {
  /** `Customer:<uuid>` */
  readonly customerId: string
  /** `InternalAccount:<uuid>`, the wallet of the user. */
  readonly accountId: string
  /** Undefined if the wallet has no credential of the address or identity: sign in with another credential of it. */
  readonly session: ActiveSession | undefined
}

/** The relying party of a visitor's passkeys. */
export interface VisitorPasskeyOptions {
  /** The relying party id that the passkeys were registered with, if it differs from the page's host. */
  readonly rpId?: string | undefined
}

/** A passkey that the visitor picked in the autofill of a field. */
export interface OfferOptions extends VisitorPasskeyOptions {
  /** Called once, after the visitor has picked a passkey, with the sign-in that it began. */
  readonly onPicked: (visitor: Promise<SignedInVisitor>) => void
}

/** Sign-in with any passkey of the site that the visitor's device has. The session is that of the passkey's wallet. */
export interface VisitorPasskeys {
  /** Prompts for a passkey. Throws as `passkeys.login` does. Ends an offer. */
  readonly signInWithPasskey: (
    options?: VisitorPasskeyOptions
  ) => Promise<SignedInVisitor & { readonly session: ActiveSession }>
  /**
   * Offers passkeys in the autofill of an input whose `autocomplete` contains `webauthn`, without a prompt, until one is picked. Returns a
   * function that ends the offer. Browsers without such an autofill, and a server that refuses, offer none.
   */
  readonly offerPasskeys: (options: OfferOptions) => () => void
}

export const visitorPasskeysOn = ({ authenticators, clock, keys, send }: Parts): VisitorPasskeys => {
  /** Ends the offer of the page, which has one prompt or offer at a time. */
  let end = () => {}

  const challenged = async (clientKey: KeyPair) => {
    const clientPublicKey = uncompressedHex(clientKey.publicKey)
    const issued = await send({ method: "POST", path: PATH, body: JSON.stringify({ clientPublicKey }) })
    const { challenge, expiresAt, requestId } = readAs(issued, isAwaited, "a PasskeyAwaited")
    return {
      expiresIn: Date.parse(expiresAt) - clock.now(),
      sign: (options: Omit<AssertOptions, "authenticators" | "challenge">) =>
        assert({ authenticators, challenge, ...options }),
      verify: async (assertion: Awaited<ReturnType<typeof assert>>) => {
        const body = JSON.stringify({ clientPublicKey, assertion })
        const headers = { "Request-Id": requestId }
        const verified = await send({ method: "POST", path: `${PATH}/verify`, body, headers })
        const { accountId, customerId } = readAs(verified, isOwned, "a PasskeySignIn")
        return { accountId, customerId, session: await openedSession(verified, clientKey, keys) }
      }
    }
  }

  return {
    signInWithPasskey: ({ rpId } = {}) =>
      withClientKey(async (clientKey) => {
        authenticatorsOf(authenticators)
        end()
        const { sign, verify } = await challenged(clientKey)
        return verify(await sign({ rpId }))
      }),
    offerPasskeys: ({ onPicked, rpId }) => {
      let isOver = false
      let round = new AbortController()
      end()
      end = () => {
        isOver = true
        round.abort()
      }
      const offer = (): Promise<void> =>
        withClientKey(async (clientKey) => {
          const { expiresIn, sign, verify } = await challenged(clientKey)
          if (isOver) return
          round = new AbortController()
          const { signal } = round
          // A challenge that no passkey has signed is replaced before it expires.
          const timer = setTimeout(() => round.abort(), Math.max(SHORTEST_OFFER, expiresIn - SOON))
          const assertion = await sign({ isAutofill: true, rpId, signal }).catch(() => undefined)
          clearTimeout(timer)
          if (assertion !== undefined) {
            const visitor = verify(assertion)
            onPicked(visitor)
            await visitor
          } else if (signal.aborted && !isOver) await offer()
        })
      const isAvailable = globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()
      void Promise.resolve(isAvailable)
        .then((is) => (is === true && !isOver ? offer() : undefined))
        .catch(() => {})
      return end
    }
  }
}

const PATH = "/auth/sign-ins/passkey"

/** The time that an authenticator has after the visitor has picked a passkey, in milliseconds. */
const SOON = 60_000

/** An offer lasts at least these milliseconds, so that a short lifetime or a wrong clock causes no flood of challenges. */
const SHORTEST_OFFER = 15_000

const isAwaited = object<Record<"challenge" | "expiresAt" | "requestId", string>>({
  challenge: text,
  expiresAt: text,
  requestId: id("Request")
})
/** Returns whether an answer names the user whom it signs in. */
export const isOwned = object<Pick<SignedInVisitor, "accountId" | "customerId">>({
  accountId: id("InternalAccount"),
  customerId: id("Customer")
})
