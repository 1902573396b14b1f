import { uncompressedHex } from "@countersign/wire"
import { type AuthSession, isAuthSession } from "../answers/AuthSession.ts"
import { type Guard, list, nothing, object } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Send } from "../connection.ts"
import type { KeyStore } from "../keys/KeyStore.ts"
import type { ActiveSession, Signer } from "../signer.ts"
import { openedSession, withClientKey } from "./openedSession.ts"
import { ofAccount, segment } from "./path.ts"
import type { Perform } from "./signedRetry.ts"

export interface Sessions {
  /** The active sessions of an account, `InternalAccount:<uuid>`. */
  readonly list: (accountId: string) => Promise<readonly AuthSession[]>
  /**
   * Ends a session. Any active session of the account may sign, the one that ends included. A session that has ended
   * already is refused with 404.
   */
  readonly revoke: (sessionId: string, options: { readonly signer: Signer }) => Promise<void>
  /** Opens a new session from an active one, with a key of its own. The old one stays active until its own end. */
  readonly refresh: (session: ActiveSession) => Promise<ActiveSession>
}

export const sessionsOn = (send: Send, perform: Perform, keys: KeyStore): Sessions => ({
  list: async (accountId) => {
    const answer = await send({ method: "GET", path: ofAccount("/auth/sessions", accountId) })
    return readAs(answer, isAuthSessions, "a list of AuthSession").data
  },
  revoke: async (sessionId, { signer }) => {
    const answer = await perform({ method: "DELETE", path: `/auth/sessions/${segment(sessionId)}`, signer })
    readAs(answer, nothing, "empty")
  },
  refresh: (session) =>
    withClientKey(async (clientKey) => {
      const body = { clientPublicKey: uncompressedHex(clientKey.publicKey) }
      const path = `/auth/sessions/${segment(session.id)}/refresh`
      return openedSession(await perform({ method: "POST", path, body, signer: session }), clientKey, keys)
    })
})

const isAuthSessions: Guard<{ readonly data: readonly AuthSession[] }> = object<{
  readonly data: readonly AuthSession[]
}>({ data: list(isAuthSession) })
