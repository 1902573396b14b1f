import { decodeHex, encodeBase64Url, uncompressedHex } from "@countersign/wire"
import { type AuthMethod, isPasskeyAuthChallenge } from "../answers/credentials.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Send } from "../connection.ts"
import type { ActiveSession, Signer } from "../keyPair.ts"
import type { KeyStore } from "../keys/KeyStore.ts"
import { assert, authenticators, bytesOf } from "../webauthn/assert.ts"
import { attest } from "../webauthn/attest.ts"
import type { AddCredential } from "./addCredential.ts"
import { type Credentials, sendChallenge } from "./credentials.ts"
import { segment } from "./path.ts"
import { openedSession, withClientKey } from "./sessions.ts"

export interface RegisterOptions {
  /** The account the passkey is to open, `InternalAccount:<uuid>`. */
  readonly accountId: string
  /** What the account's list of credentials calls it. */
  readonly nickname: string
  /** A session of the account. An account without any credential has none and needs none. */
  readonly signer?: Signer
  /** Base64url, chosen by your backend; 32 random bytes unless given. */
  readonly challenge?: string
  /** The relying party: the page's own host unless given. With an id of your own, `login` needs it as `rpId`. */
  readonly rp?: { readonly id?: string; readonly name?: string }
  /** What the authenticator shows; the nickname unless given. `id` is 1 to 64 bytes, those of the account id unless given. */
  readonly user?: { readonly id?: Uint8Array; readonly name?: string; readonly displayName?: string }
}

export interface PasskeyLoginOptions {
  /** The PASSKEY credential to sign in with, `AuthMethod:<uuid>`. */
  readonly credentialId: string
  /** The relying party id the passkey was made for, where that is not the page's own host. */
  readonly rpId?: string
}

/**
 * Throws `PasskeysUnavailableError` before anything is sent where there is no browser, and what the browser throws where
 * the user declines: a `DOMException` named "NotAllowedError", or "InvalidStateError" for a second passkey of one account
 * on one authenticator.
 */
export interface Passkeys {
  /** Makes a passkey and adds it to an account. */
  readonly register: (options: RegisterOptions) => Promise<AuthMethod>
  /** Signs a user in with a passkey; the session signs with a key of its own, which the service sealed for this login. */
  readonly login: (options: PasskeyLoginOptions) => Promise<ActiveSession>
}

interface Service {
  readonly send: Send
  readonly keys: KeyStore
  readonly credentials: Pick<Credentials, "list">
  readonly addCredential: AddCredential
}

export const passkeysOn = ({ addCredential, credentials, keys, send }: Service): Passkeys => ({
  register: async ({ accountId, challenge = randomChallenge(), nickname, rp = {}, signer, user = {} }) => {
    authenticators()
    const added = await credentials.list(accountId)
    const attestation = await attest({
      challenge: bytesOf(challenge),
      rp: { name: location.hostname, ...rp },
      user: { id: idBytes(accountId), name: nickname, displayName: nickname, ...user },
      exclude: added.flatMap(({ credentialId }) => (credentialId === undefined ? [] : [credentialId]))
    })
    return addCredential({ type: "PASSKEY", accountId, nickname, challenge, attestation }, { signer })
  },
  login: ({ credentialId, rpId }) =>
    withClientKey(async (clientKey) => {
      authenticators()
      const clientPublicKey = uncompressedHex(clientKey.publicKey)
      const issued = await sendChallenge(send, credentialId, { clientPublicKey })
      const challenge = readAs(issued, isPasskeyAuthChallenge, "a PasskeyAuthChallenge")
      const assertion = await assert({ ...challenge, rpId })
      const verified = await send({
        method: "POST",
        path: `/auth/credentials/${segment(credentialId)}/verify`,
        body: JSON.stringify({ type: "PASSKEY", assertion }),
        headers: { "Request-Id": challenge.requestId }
      })
      return openedSession(verified, clientKey, keys)
    })
})

const randomChallenge = () => encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))

/** The 16 bytes of the uuid: the same for every passkey of an account, and nothing about its user. */
const idBytes = (accountId: string) => decodeHex(accountId.replace(/^.*:|-/gu, "").toLowerCase())
