import { type ActiveSession, type Client, CountersignError, createClient, type Exchange } from "@countersign/client"
import { accepted, type Call, callsUnder, type Send } from "../calls.ts"
import { fieldsOf, listOf, numberOf } from "../element.ts"
import { ExplainedError, explained } from "../explained.ts"
import { moneyOf } from "../money.ts"
import { externalAccountOf, guardianOf, type Me, paymentOf, recoveryOf } from "../State.ts"
import type { Store } from "../store.ts"
import { ENDED, signOut } from "./remembered.ts"

/** Reloads data that the page shows. */
interface Reads {
  /** Credentials and sessions. If the session of this browser is not listed, it has ended. */
  readonly access: () => Promise<void>
  /** Balance and payments. */
  readonly money: () => Promise<void>
  /** External accounts. */
  readonly accounts: () => Promise<void>
}

interface Sources {
  readonly send: Send
  readonly client: Client
  readonly me: Me
  readonly store: Store
}

const readsOf = ({ send, client, me: { accountId, customerId }, store }: Sources): Reads => ({
  access: async () => {
    const of = `accountId=${accountId}`
    const [credentials, sessions, codes, guardians, recoveries] = await Promise.all([
      client.credentials.list(accountId),
      client.sessions.list(accountId),
      send("GET", `/auth/recovery-codes?${of}`),
      send("GET", `/auth/guardians?${of}`),
      send("GET", `/auth/recoveries?${of}`)
    ])
    const { session } = store.state()
    store.change({
      credentials,
      sessions,
      codesLeft: numberOf(fieldsOf(codes).left),
      guardians: listOf(guardians, guardianOf),
      recoveries: listOf(recoveries, recoveryOf)
    })
    if (session !== undefined && sessions.every(({ id }) => id !== session.id)) signOut(store, ENDED)
  },
  money: async () => {
    const [account, payments] = await Promise.all([
      send("GET", `/internal-accounts/${accountId}`),
      send("GET", `/transactions?customerId=${customerId}`)
    ])
    store.change({ balance: moneyOf(fieldsOf(account).balance), payments: listOf(payments, paymentOf) })
  },
  accounts: async () => {
    const body = await send("GET", `/customers/external-accounts?customerId=${customerId}`)
    store.change({ accounts: listOf(body, externalAccountOf) })
  }
})

/** Shows a message to the end user. `isWrong` marks an error. */
export type Say = (words: string, isWrong?: boolean) => void

/** The dependencies that all wallet actions share. */
export interface Desk {
  readonly me: Me
  readonly store: Store
  readonly say: Say
  readonly client: Client
  readonly call: Call
  readonly send: Send
  /** Calls the backend's own routes, beside the API. */
  readonly sendOwn: Send
  readonly reads: Reads
  /** Returns the session of this browser. Throws when the end user is not signed in. */
  readonly signer: () => ActiveSession
  /** Runs one action at a time and shows its result. Resolves to true when the action succeeded. */
  readonly doing: (work: () => Promise<string>) => Promise<boolean>
}

export interface DeskOptions {
  readonly me: Me
  /** The URL of the backend. */
  readonly site: string
  readonly store: Store
  readonly say: Say
}

export const deskOf = ({ site, me, say, store }: DeskOptions): Desk => {
  const addExchange = (exchange: Exchange) =>
    store.change({ exchanges: [...store.state().exchanges, exchange].slice(-MOST_EXCHANGES) })
  const base = `${site}/api/2025-10-13`
  const call = callsUnder(base, addExchange)
  const own = callsUnder(site, addExchange)
  const client = createClient({ baseUrl: base, bundleSigner: me.bundleSigner, onExchange: addExchange })
  const send: Send = async (...args) => accepted(await call(...args))
  const reads = readsOf({ send, client, me, store })

  const failed = async (error: unknown): Promise<void> => {
    const { session } = store.state()
    // Several errors mean that the session key may no longer sign. All of them are shown as an ended session.
    if (error instanceof CountersignError) await reads.access().catch(() => undefined)
    const hasEnded = session !== undefined && store.state().session === undefined
    say(hasEnded ? ENDED : explained(error), true)
  }

  return {
    me,
    store,
    say,
    client,
    call,
    send,
    sendOwn: async (...args) => accepted(await own(...args)),
    reads,
    signer: () => {
      const { session } = store.state()
      if (session === undefined) throw new ExplainedError("This action requires your signature. Sign in first.")
      return session
    },
    doing: async (work) => {
      if (store.state().isBusy) {
        say("Another action is in progress. Finish or cancel it first.", true)
        return false
      }
      store.change({ isBusy: true })
      say("")
      try {
        say(await work())
        return true
      } catch (error) {
        await failed(error)
        return false
      } finally {
        store.change({ isBusy: false })
      }
    }
  }
}

/** The number of exchanges that the inspector retains. */
const MOST_EXCHANGES = 100
