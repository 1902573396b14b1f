import { isOver } from "../keys/isOver.ts"
import type { KeyStore } from "../keys/KeyStore.ts"
import type { ActiveSession } from "../signer.ts"

/**
 * A session of this browser after a reload, with its key; `undefined` where it is over or was not kept. Nobody is asked:
 * a session that was revoked elsewhere comes back too, and its first signature is refused.
 */
export type Restore = (sessionId: string) => Promise<ActiveSession | undefined>

export const restoreFrom =
  (keys: KeyStore): Restore =>
  async (sessionId) => {
    const session = await keys.recall(sessionId)
    if (session === undefined || !isOver(session)) return session
    await keys.drop(sessionId)
    return undefined
  }
