import type { Client } from "@countersign/client"
import type { Ask } from "../calls.ts"
import { moneyOf } from "../money.ts"
import { fieldsOf, listOf } from "../read.ts"
import { externalAccountOf, type Me, paymentOf } from "../State.ts"
import type { Store } from "../store.ts"
import { ENDED, leave } from "./remembered.ts"

/** Reads again what the page shows. */
export interface Reads {
  /** Credentials and sessions. Where its own session is not among them, it has ended. */
  readonly access: () => Promise<void>
  /** The balance and the payments. */
  readonly money: () => Promise<void>
  /** The accounts that may be paid. */
  readonly accounts: () => Promise<void>
}

interface Sources {
  readonly ask: Ask
  readonly client: Client
  readonly me: Me
  readonly store: Store
}

export const readsOf = ({ ask, client, me: { accountId, customerId }, store }: Sources): Reads => ({
  access: async () => {
    const [credentials, sessions] = await Promise.all([
      client.credentials.list(accountId),
      client.sessions.list(accountId)
    ])
    const { session } = store.state()
    store.change({ credentials, sessions })
    if (session !== undefined && sessions.every(({ id }) => id !== session.id)) leave(store, ENDED)
  },
  money: async () => {
    const [account, payments] = await Promise.all([
      ask("GET", `/internal-accounts/${accountId}`),
      ask("GET", `/transactions?customerId=${customerId}`)
    ])
    store.change({ balance: moneyOf(fieldsOf(account).balance), payments: listOf(payments, paymentOf) })
  },
  accounts: async () => {
    const body = await ask("GET", `/customers/external-accounts?customerId=${customerId}`)
    store.change({ accounts: listOf(body, externalAccountOf) })
  }
})
