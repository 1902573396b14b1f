import { type Client, createClient, type Exchange } from "@countersign/client"
import { accepted, type Call, callsUnder, type Send } from "../calls.ts"
import { fieldsOf, listOf, numberOf } from "../json.ts"
import { moneyOf } from "../money.ts"
import { emptyState, eventOf, externalAccountOf, type Me, paymentOf, recoveryOf, type State } from "../State.ts"

/** The wallet of the end user: the calls of the page, and the state that they change. */
export interface Wallet {
  readonly me: Me
  readonly client: Client
  /** Calls the API without a signature. `call` reports a refusal as a reply, `send` throws it. */
  readonly call: Call
  readonly send: Send
  /** Calls the backend's own routes, beside the API. */
  readonly sendOwn: Send
  readonly state: () => State
  readonly change: (by: Partial<State>) => void
  readonly subscribe: (listener: () => void) => () => void
  /** The time of the sandbox, in milliseconds since the epoch. */
  readonly now: () => number
  /** Shows the result of an action to the end user. */
  readonly say: (words: string, isWrong?: boolean) => void
  readonly reads: Reads
  /** Receives a webhook event. */
  readonly arrived: (event: unknown) => Promise<void>
}

/** Reloads data that the page shows. */
interface Reads {
  /** Recovery codes, guardians and recoveries. */
  readonly access: () => Promise<void>
  /** Balance and payments. */
  readonly money: () => Promise<void>
  /** External accounts. */
  readonly accounts: () => Promise<void>
}

interface WalletOptions {
  readonly me: Me
  /** The URL of the backend. */
  readonly site: string
  readonly ahead: number
  /** The calls of the page so far. */
  readonly exchanges: ReadonlyArray<Exchange>
}

/** The URL of the API. */
export const apiOf = (site: string): string => `${site}/api/2025-10-13`

export const openWallet = ({ ahead, exchanges, me, site }: WalletOptions): Wallet => {
  let state: State = { ...emptyState, ahead, exchanges }
  const listeners = new Set<() => void>()
  const change = (by: Partial<State>) => {
    state = { ...state, ...by }
    for (const listener of listeners) listener()
  }
  const onExchange = (exchange: Exchange) =>
    change({ exchanges: [...state.exchanges, exchange].slice(-MOST_EXCHANGES) })

  const base = apiOf(site)
  const call = callsUnder(base, onExchange)
  const own = callsUnder(site, onExchange)
  const client = createClient({ baseUrl: base, bundleSigner: me.bundleSigner, onExchange })
  const send: Send = async (...args) => accepted(await call(...args))
  const reads = readsOf({ change, client, me, send })
  return {
    me,
    client,
    call,
    send,
    sendOwn: async (...args) => accepted(await own(...args)),
    state: () => state,
    change,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    now: () => Date.now() + state.ahead,
    say: (words, isWrong = false) => change({ outcome: { words, isWrong } }),
    reads,
    arrived: async (event) => {
      const { events } = state
      const next = eventOf(event)
      if (events.some(({ id }) => id === next.id)) return
      change({ events: [next, ...events].slice(0, MOST_EVENTS) })
      await reads.money().catch(() => undefined)
    }
  }
}

const readsOf = ({ change, client, me, send }: Pick<Wallet, "change" | "client" | "me" | "send">): Reads => {
  const { accountId, customerId } = me
  return {
    access: async () => {
      const [codes, guardians, recoveries] = await Promise.all([
        send("GET", `/auth/recovery-codes?accountId=${accountId}`),
        client.guardians.list(accountId),
        send("GET", `/auth/recoveries?accountId=${accountId}`)
      ])
      const codesLeft = numberOf(fieldsOf(codes).left)
      change({ codesLeft, guardians, recoveries: listOf(recoveries, recoveryOf) })
    },
    money: async () => {
      const [account, payments] = await Promise.all([
        send("GET", `/internal-accounts/${accountId}`),
        send("GET", `/transactions?customerId=${customerId}`)
      ])
      change({ balance: moneyOf(fieldsOf(account).balance), payments: listOf(payments, paymentOf) })
    },
    accounts: async () => {
      const body = await send("GET", `/customers/external-accounts?customerId=${customerId}`)
      change({ accounts: listOf(body, externalAccountOf) })
    }
  }
}

/** The number of exchanges that the inspector retains, and of events. */
const MOST_EXCHANGES = 100
const MOST_EVENTS = 100
