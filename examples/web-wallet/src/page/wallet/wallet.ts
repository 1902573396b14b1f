import { type ActiveSession, isQuote, type PaymentTerms, paymentTermsOf } from "@countersign/client"
import { fieldsOf, textOf } from "../element.ts"
import { Told } from "../explained.ts"
import { inWords } from "../money.ts"
import { eventOf, nowIn, quotedIn } from "../State.ts"
import { type Desk, type DeskOptions, deskOf } from "./desk.ts"
import { ENDED, enter, leave, recall } from "./remembered.ts"

/** Fetches an identity token with this nonce. */
type Token = (nonce: string) => Promise<string>

/** Signing in and out. */
const access = ({ client, doing, reads, say, signer, store }: Desk) => {
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

/** Money in, and money out once its owner has signed. */
const payments = ({ ask, client, doing, me: { accountId }, reads, signer, store }: Desk) => ({
  fund: (amount: number) =>
    doing(async () => {
      await ask("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount })
      await reads.money()
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
      // Payload and answer come from one backend: what they agree on must be what was asked for, too.
      if (!isQuote(quote) || quote.destination.accountId !== payee || quote.totalSendingAmount !== amount) {
        throw new Told("The answer is not the quote that you asked for, so there is nothing to sign. Get another one.")
      }
      const { payloadToSign } = quotedIn(quote)
      store.change({ quote: { quote, payloadToSign, terms: paymentTermsOf(quote) } })
      return ""
    }),
  pay: () =>
    doing(async () => {
      const offer = store.state().quote
      if (offer === undefined) throw new Told("There is no quote. Get one first.")
      const { quote, terms: shown } = offer
      // The user has pressed the button below these very terms, and signs no others.
      const confirm = (terms: PaymentTerms) => JSON.stringify(terms) === JSON.stringify(shown)
      const { status } = await client.executeQuote(quote, { signer: signer(), confirm })
      store.change({ quote: undefined })
      await reads.money()
      const { payee, sent } = shown
      const what = `${inWords({ ...sent, code: sent.currency })} to ${payee}`
      return status === "COMPLETED" ? `The payment is made: ${what}.` : `The payment is on its way: ${what}, ${status}.`
    })
})

/** Adding and removing what opens the wallet. Each is signed by the session. */
const credentials = ({ client, doing, me: { accountId }, reads, signer }: Desk) => ({
  addPasskey: (nickname: string) =>
    doing(async () => {
      const added = await client.passkeys.register({ accountId, nickname, signer: signer() })
      await reads.access()
      return `The passkey “${added.nickname}” opens the wallet from now on.`
    }),
  addOpenId: (token: (nonce: string) => Promise<string>) =>
    doing(async () => {
      const session = signer()
      // Only a sign-in binds a token to a key. This one says who it is, and the session signs for it.
      const oidcToken = await token("")
      const added = await client.addCredential({ type: "OAUTH", accountId, oidcToken }, { signer: session })
      await reads.access()
      return `The identity ${added.nickname} opens the wallet from now on.`
    }),
  addEmail: () =>
    doing(async () => {
      await client.addCredential({ type: "EMAIL_OTP", accountId }, { signer: signer() })
      await reads.access()
      return "Codes are mailed to you again."
    }),
  removeCredential: (id: string) =>
    doing(async () => {
      await client.revokeCredential(id, { signer: signer() })
      await reads.access()
      return "The credential is removed, and its sessions have ended."
    })
})

/** What comes by itself: time, and events. */
const sandbox = ({ ask, doing, reads, store }: Desk) => ({
  moveClock: (seconds: number) =>
    doing(async () => {
      const { now } = fieldsOf(await ask("POST", "/sandbox/clock/advance", { seconds }))
      store.change({ ahead: Date.parse(textOf(now)) - Date.now() })
      const wasSignedIn = store.state().session !== undefined
      await Promise.all([reads.access(), reads.money()])
      const { ended = "", session } = store.state()
      const moved = "The clock has moved, and what came due has happened."
      return wasSignedIn && session === undefined ? `${moved} ${ended}` : moved
    }),
  arrived: async (event: unknown): Promise<void> => {
    const { events } = store.state()
    const next = eventOf(event)
    if (events.some(({ id }) => id === next.id)) return
    store.change({ events: [next, ...events].slice(0, KEPT) })
    await reads.money().catch(() => undefined)
  }
})

const KEPT = 100

/** What the page can do. Each says in words what became of it, and none throws. */
export type Wallet = ReturnType<typeof makeWallet>

export const makeWallet = (options: DeskOptions) => {
  const desk = deskOf(options)
  const { call, client, doing, reads, store } = desk
  return {
    call,
    ...access(desk),
    ...credentials(desk),
    ...payments(desk),
    ...sandbox(desk),
    /** Everything the page shows, read at the start. */
    start: () =>
      doing(async () => {
        await recall(store, client)
        await Promise.all([reads.access(), reads.money(), reads.accounts()])
        return ""
      }),
    accountAdded: () => reads.accounts().catch(() => undefined)
  }
}
