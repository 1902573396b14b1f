import type { ActiveSession } from "@countersign/client"
import { nowIn } from "../State.ts"
import type { Desk } from "./desk.ts"
import { ENDED, enter, leave, recall } from "./remembered.ts"

/** Fetches an identity token with this nonce. */
type Token = (nonce: string) => Promise<string>

/** Signing in and out. */
export const access = ({ client, doing, reads, say, signer, store }: Desk) => {
  const entered = async (session: ActiveSession): Promise<string> => {
    enter(store, session)
    await reads.access()
    return "You are signed in. What you do from here on is signed by a key that never leaves this browser."
  }
  const signedOut = async (): Promise<void> => {
    await client.logout(signer())
    leave(store, undefined)
    await reads.access()
  }
  return {
    signInByEmail: (credentialId: string, code: (attempt: number) => Promise<string | undefined>) =>
      doing(async () => entered(await client.emailOtp.login({ credentialId, code: (_, attempt) => code(attempt) }))),
    signInByPasskey: (credentialId: string) =>
      doing(async () => entered(await client.passkeys.login({ credentialId }))),
    signInByOpenId: (credentialId: string, token: Token) =>
      doing(async () => entered(await client.oauth.login({ credentialId, token }))),
    signOut: () =>
      doing(async () => {
        await signedOut()
        return "You are signed out. The key of the session is gone."
      }),
    refresh: () =>
      doing(async () => {
        await entered(await client.refresh(signer()))
        return "A new session has begun, with a key of its own. The old one stays until its own end."
      }),
    endSession: (id: string) =>
      doing(async () => {
        if (id === signer().id) await signedOut()
        else {
          await client.sessions.revoke(id, { signer: signer() })
          await reads.access()
        }
        return "The session has ended."
      }),
    /** Another tab signed in or out. */
    follow: async (): Promise<void> => {
      await recall(store, client)
      await reads.access().catch(() => undefined)
    },
    /** Ends the session where its time is over. */
    watch: (): void => {
      const { session } = store.state()
      if (session === undefined || Date.parse(session.expiresAt) > nowIn(store.state())) return
      leave(store, ENDED)
      say(ENDED, true)
    }
  }
}
