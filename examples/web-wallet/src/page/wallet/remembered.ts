import type { ActiveSession, Client } from "@countersign/client"
import type { Store } from "../store.ts"

// Only the id is stored here. The key is a non-extractable key in IndexedDB, so no script can read it.
const NAME = "wallet-session"

/** Makes a session the current one of this browser, in all tabs. */
export const enter = (store: Store, session: ActiveSession): void => {
  localStorage.setItem(NAME, session.id)
  store.change({ session, ended: undefined })
}

/** Removes the current session. `ended` is the reason when the end user did not sign out. */
export const signOut = (store: Store, ended: string | undefined): void => {
  localStorage.removeItem(NAME)
  store.change({ session: undefined, ended })
}

/** Restores the current session that another tab or an earlier page load stored. */
export const recall = async (store: Store, client: Client): Promise<void> => {
  const id = localStorage.getItem(NAME)
  const session = id === null ? undefined : await client.restore(id)
  if (id !== null && session === undefined) signOut(store, ENDED)
  else store.change({ session })
}

/** The message for an ended session. */
export const ENDED = "Your session has ended. Sign in again to continue."
