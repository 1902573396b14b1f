import { type ActiveSession, type Client, CountersignError, createClient, type Exchange } from "@countersign/client"
import { type Ask, accepted, type Call, callsUnder } from "../calls.ts"
import { fieldsOf, listOf } from "../element.ts"
import { explained, Told } from "../explained.ts"
import { moneyOf } from "../money.ts"
import { externalAccountOf, type Me, paymentOf } from "../State.ts"
import type { Store } from "../store.ts"
import { ENDED, leave } from "./remembered.ts"

/** Reads again what the page shows. */
interface Reads {
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

const readsOf = ({ ask, client, me: { accountId, customerId }, store }: Sources): Reads => ({
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

/** Says what became of something. `isWrong` where it went wrong. */
export type Say = (words: string, isWrong?: boolean) => void

/** What every action of the wallet works with. */
export interface Desk {
  readonly me: Me
  readonly store: Store
  readonly say: Say
  readonly client: Client
  readonly call: Call
  readonly ask: Ask
  readonly reads: Reads
  /** The session of this browser. Throws where nobody is signed in. */
  readonly signer: () => ActiveSession
  /** Does one thing at a time, and says what became of it. True where it went well. */
  readonly doing: (work: () => Promise<string>) => Promise<boolean>
}

export interface DeskOptions {
  readonly me: Me
  /** Where the backend takes calls. */
  readonly base: string
  readonly store: Store
  readonly say: Say
}

export const deskOf = ({ base, me, say, store }: DeskOptions): Desk => {
  const tell = (exchange: Exchange) => store.change({ exchanges: [...store.state().exchanges, exchange].slice(-KEPT) })
  const call = callsUnder(base, tell)
  const client = createClient({ baseUrl: base, bundleSigner: me.bundleSigner, onExchange: tell })
  const ask: Ask = async (...asked) => accepted(await call(...asked))
  const reads = readsOf({ ask, client, me, store })

  const failed = async (error: unknown): Promise<void> => {
    const { session } = store.state()
    // A key that may not sign any more is refused in many words. What they come to is that the session is over.
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
    ask,
    reads,
    signer: () => {
      const { session } = store.state()
      if (session === undefined) throw new Told("This needs your signature. Sign in first.")
      return session
    },
    doing: async (work) => {
      if (store.state().isBusy) {
        say("One thing at a time: finish or cancel what is under way.", true)
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

/** What the inspector looks back on. */
const KEPT = 100
