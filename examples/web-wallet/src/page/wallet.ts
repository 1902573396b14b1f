import { type ActiveSession, type Client, CountersignError, createClient } from "@countersign/client"
import { accepted, type Call, callsUnder } from "./calls.ts"
import { explained, Told } from "./explained.ts"
import { moneyOf } from "./money.ts"
import { fieldsOf, listOf, textOf } from "./read.ts"
import { eventOf, externalAccountOf, type Me, nowIn, paymentOf, quoteOf, type WalletEvent } from "./State.ts"
import type { Store } from "./store.ts"

/** Says what became of something. `isWrong` where it went wrong. */
export type Say = (words: string, isWrong?: boolean) => void

/** What the page can do. Each says in words what became of it, and none throws. */
export type Wallet = ReturnType<typeof makeWallet>

export interface WalletOptions {
  readonly me: Me
  readonly base: string
  readonly store: Store
  readonly say: Say
}

export const makeWallet = ({ base, me, say, store }: WalletOptions) => {
  const tell = (exchange: Parameters<NonNullable<Parameters<typeof createClient>[0]["onExchange"]>>[0]) =>
    store.change({ exchanges: [...store.state().exchanges, exchange].slice(-KEPT) })
  const call: Call = callsUnder(base, tell)
  const client: Client = createClient({ baseUrl: base, bundleSigner: me.bundleSigner, onExchange: tell })
  const ask = async (...asked: Parameters<Call>): Promise<unknown> => accepted(await call(...asked))
  const { accountId, customerId } = me

  const signer = (): ActiveSession => {
    const { session } = store.state()
    if (session === undefined) throw new Told("This needs your signature. Sign in first.")
    return session
  }

  /** Does one thing at a time, says what became of it, and looks whether the session still stands where it failed. */
  const doing = async (work: () => Promise<string>): Promise<boolean> => {
    if (store.state().isBusy) return false
    store.change({ isBusy: true })
    say("")
    try {
      say(await work())
      return true
    } catch (error) {
      const { session } = store.state()
      // A key that may not sign any more is refused in many words. What they come to is that the session is over.
      if (error instanceof CountersignError) await lists().catch(() => undefined)
      const hasEnded = session !== undefined && store.state().session === undefined
      say(hasEnded ? ENDED : explained(error), true)
      return false
    } finally {
      store.change({ isBusy: false })
    }
  }

  const lists = async (): Promise<void> => {
    const [credentials, sessions] = await Promise.all([
      client.credentials.list(accountId),
      client.sessions.list(accountId)
    ])
    const { session } = store.state()
    store.change({ credentials, sessions })
    if (session !== undefined && sessions.every(({ id }) => id !== session.id)) leave(ENDED)
  }

  const money = async (): Promise<void> => {
    const [account, payments] = await Promise.all([
      ask("GET", `/internal-accounts/${accountId}`),
      ask("GET", `/transactions?customerId=${customerId}`)
    ])
    store.change({ balance: moneyOf(fieldsOf(account).balance), payments: listOf(payments, paymentOf) })
  }

  const accounts = async (): Promise<void> => {
    const body = await ask("GET", `/customers/external-accounts?customerId=${customerId}`)
    store.change({ accounts: listOf(body, externalAccountOf) })
  }

  const enter = async (session: ActiveSession): Promise<string> => {
    localStorage.setItem(REMEMBERED, session.id)
    store.change({ session, ended: undefined })
    await lists()
    return "You are signed in. What you do from here on is signed by a key that never leaves this browser."
  }

  const leave = (ended: string | undefined): void => {
    localStorage.removeItem(REMEMBERED)
    store.change({ session: undefined, ended })
  }

  const restore = async (): Promise<void> => {
    const id = localStorage.getItem(REMEMBERED)
    const session = id === null ? undefined : await client.restore(id)
    if (id !== null && session === undefined) return leave(ENDED)
    store.change({ session })
  }

  return {
    call,
    /** Everything the page shows, read at the start. */
    start: () =>
      doing(async () => {
        await restore()
        await Promise.all([lists(), money(), accounts()])
        return ""
      }),
    /** Another tab signed in or out. */
    follow: async (): Promise<void> => {
      await restore()
      await lists()
    },
    accounts,
    /** Ends the session where its time is over. */
    watch: (): void => {
      const { session } = store.state()
      if (session === undefined || Date.parse(session.expiresAt) > nowIn(store.state())) return
      leave(ENDED)
      say(ENDED, true)
    },
    arrived: async (event: unknown): Promise<void> => {
      const { events } = store.state()
      const next: WalletEvent = eventOf(event)
      if (events.some(({ id }) => id === next.id)) return
      store.change({ events: [next, ...events].slice(0, KEPT) })
      await money().catch(() => undefined)
    },

    signInByEmail: (credentialId: string, code: (attempt: number) => Promise<string | undefined>) =>
      doing(async () => enter(await client.emailOtp.login({ credentialId, code: (_, attempt) => code(attempt) }))),
    signInByPasskey: (credentialId: string) => doing(async () => enter(await client.passkeys.login({ credentialId }))),
    signInByOpenId: (credentialId: string, token: (nonce: string) => Promise<string>) =>
      doing(async () => enter(await client.oauth.login({ credentialId, token }))),
    signOut: () =>
      doing(async () => {
        await client.logout(signer())
        leave(undefined)
        await lists()
        return "You are signed out. The key of the session is gone."
      }),
    refresh: () =>
      doing(async () => {
        await enter(await client.refresh(signer()))
        return "A new session has begun, with a key of its own. The old one stays until its own end."
      }),
    endSession: (id: string) =>
      doing(async () => {
        if (id === signer().id) {
          await client.logout(signer())
          leave(undefined)
        } else await client.sessions.revoke(id, { signer: signer() })
        await lists()
        return "The session has ended."
      }),

    addPasskey: (nickname: string) =>
      doing(async () => {
        const added = await client.passkeys.register({ accountId, nickname, signer: signer() })
        await lists()
        return `The passkey “${added.nickname}” opens the wallet from now on.`
      }),
    addOpenId: (token: (nonce: string) => Promise<string>) =>
      doing(async () => {
        const session = signer()
        const oidcToken = await token("")
        const added = await client.addCredential({ type: "OAUTH", accountId, oidcToken }, { signer: session })
        await lists()
        return `The identity ${added.nickname} opens the wallet from now on.`
      }),
    addEmail: () =>
      doing(async () => {
        await client.addCredential({ type: "EMAIL_OTP", accountId }, { signer: signer() })
        await lists()
        return "Codes are mailed to you again."
      }),
    removeCredential: (id: string) =>
      doing(async () => {
        await client.revokeCredential(id, { signer: signer() })
        await lists()
        return "The credential is removed, and its sessions have ended."
      }),

    fund: (amount: number) =>
      doing(async () => {
        await ask("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount })
        await money()
        return "The money is there. Nothing of it is real."
      }),
    getQuote: (payee: string, amount: number) =>
      doing(async () => {
        store.change({ quote: undefined })
        const quote = await ask("POST", "/quotes", {
          source: { sourceType: "ACCOUNT", accountId },
          destination: { destinationType: "ACCOUNT", accountId: payee },
          lockedCurrencySide: "SENDING",
          lockedCurrencyAmount: amount
        })
        store.change({ quote: quoteOf(quote) })
        return ""
      }),
    pay: () =>
      doing(async () => {
        const { quote } = store.state()
        if (quote === undefined) throw new Told("There is no quote. Get one first.")
        const { payloadToSign } = quote
        const { status } = await client.executeQuote(quote.id, { payloadToSign, signer: signer() })
        store.change({ quote: undefined })
        await money()
        return status === "COMPLETED" ? "The payment is made." : `The payment is on its way: ${status}.`
      }),

    moveClock: (seconds: number) =>
      doing(async () => {
        const { now } = fieldsOf(await ask("POST", "/sandbox/clock/advance", { seconds }))
        store.change({ ahead: Date.parse(textOf(now)) - Date.now() })
        await Promise.all([lists(), money()])
        const { ended, session } = store.state()
        return session === undefined && ended !== undefined
          ? `The clock has moved, and what came due has happened. ${ended}`
          : "The clock has moved, and what came due has happened."
      })
  }
}

const ENDED = "Your session has ended. Sign in again to sign anything."
const REMEMBERED = "wallet-session"
const KEPT = 100
