import { oidcNonce, uncompressedHex } from "@countersign/wire"
import type { Send } from "../connection.ts"
import type { ActiveSession } from "../keyPair.ts"
import type { KeyStore } from "../keys/KeyStore.ts"
import { segment } from "./path.ts"
import { openedSession, withClientKey } from "./sessions.ts"

export interface OauthLoginOptions {
  /** The OAUTH credential to sign in with, `AuthMethod:<uuid>`. */
  readonly credentialId: string
  /**
   * Fetches a fresh identity token whose `nonce` claim is `nonce`, the hash of the key this login is for. The key lives
   * in memory: a redirect that leaves the page loses it, so ask in a popup or a frame.
   */
  readonly token: (nonce: string, clientPublicKey: string) => string | Promise<string>
}

export interface Oauth {
  /** Signs a user in with an identity token. What `token` throws is thrown on. */
  readonly login: (options: OauthLoginOptions) => Promise<ActiveSession>
}

export const oauthOn = ({ keys, send }: { readonly send: Send; readonly keys: KeyStore }): Oauth => ({
  login: ({ credentialId, token }) =>
    withClientKey(async (clientKey) => {
      // The nonce is of this very text: the service hashes what it is sent.
      const clientPublicKey = uncompressedHex(clientKey.publicKey)
      const oidcToken = await token(oidcNonce(clientPublicKey), clientPublicKey)
      const verified = await send({
        method: "POST",
        path: `/auth/credentials/${segment(credentialId)}/verify`,
        body: JSON.stringify({ type: "OAUTH", oidcToken, clientPublicKey })
      })
      return openedSession(verified, clientKey, keys)
    })
})
