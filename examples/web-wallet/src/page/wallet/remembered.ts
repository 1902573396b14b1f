import type { ActiveSession, Client } from "@countersign/client"
import type { Store } from "../store.ts"

// The id alone: the key is in the browser's own database, where no script can read it out.
const NAME = "wallet-session"

/** Makes a session that of this browser, in all its tabs. */
export const enter = (store: Store, session: ActiveSession): void => {
  localStorage.setItem(NAME, session.id)
  store.change({ session, ended: undefined })
}

/** Nobody is signed in any more; `ended` says why, where nobody asked for it. */
export const leave = (store: Store, ended: string | undefined): void => {
  localStorage.removeItem(NAME)
  store.change({ session: undefined, ended })
}

/** The session that a tab or an earlier page of this browser entered. */
export const recall = async (store: Store, client: Client): Promise<void> => {
  const id = localStorage.getItem(NAME)
  const session = id === null ? undefined : await client.restore(id)
  if (id !== null && session === undefined) leave(store, ENDED)
  else store.change({ session })
}

/** What is said where a session is over. */
export const ENDED = "Your session has ended. Sign in again to sign anything."
