import { oidcNonceAsync, uncompressedHex } from "@countersign/wire"
import type { ActiveSession } from "../keyPair.ts"
import type { Parts } from "./Parts.ts"
import { ofCredential } from "./path.ts"
import { openedSession, withClientKey } from "./sessions.ts"

/** The credential, and how its identity token reaches the client. */
export interface OauthLoginOptions {
  /** The OAUTH credential to sign in with, `AuthMethod:<uuid>`. */
  readonly credentialId: string
  /**
   * Returns a new identity token whose `nonce` claim is `nonce`, the hash of this login's key. The key is only in
   * memory, so a redirect that leaves the page loses it: use a popup or a frame.
   */
  readonly token: (nonce: string, clientPublicKey: string) => string | Promise<string>
}

/** Login by an identity token of another service. */
export interface Oauth {
  /** Signs a user in with an identity token. Rethrows errors of `token`. */
  readonly login: (options: OauthLoginOptions) => Promise<ActiveSession>
}

export const oauthOn = ({ keys, send }: Parts): Oauth => ({
  login: async ({ credentialId, token }) => {
    const path = ofCredential(credentialId, "/verify")
    return withClientKey(async (clientKey) => {
      // The nonce must be the hash of exactly this text, because the server hashes what it receives.
      const clientPublicKey = uncompressedHex(clientKey.publicKey)
      const oidcToken = await token(await oidcNonceAsync(clientPublicKey), clientPublicKey)
      const verified = await send({
        method: "POST",
        path,
        body: JSON.stringify({ type: "OAUTH", oidcToken, clientPublicKey })
      })
      return openedSession(verified, clientKey, keys)
    })
  }
})
