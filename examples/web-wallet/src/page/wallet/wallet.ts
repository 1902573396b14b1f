import { type ActiveSession, isQuote, type PaymentTerms, paymentTermsOf } from "@countersign/client"
import { fieldsOf, textOf } from "../element.ts"
import { ExplainedError } from "../explained.ts"
import { inWords } from "../money.ts"
import { eventOf, nowIn, quotedIn } from "../State.ts"
import { type Desk, type DeskOptions, deskOf } from "./desk.ts"
import { preparations, recoveries } from "./recovery.ts"
import { ENDED, enter, recall, signOut } from "./remembered.ts"

/** Returns an identity token with the given nonce. */
type Token = (nonce: string) => Promise<string>

/** Sign-in and sign-out. */
const access = ({ client, doing, me: { accountId }, reads, say, signer, store }: Desk) => {
  const entered = async (session: ActiveSession): Promise<string> => {
    enter(store, session)
    await reads.access()
    return "You are signed in. Your actions are now signed by a key that never leaves this browser."
  }
  const signedOut = async (): Promise<void> => {
    await client.logout(signer())
    signOut(store, undefined)
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
        return "You are signed out. The session key has been deleted."
      }),
    refresh: () =>
      doing(async () => {
        await entered(await client.refresh(signer()))
        return "A new session with a new key has started. The previous session is active until it expires."
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
    endOtherSessions: () =>
      doing(async () => {
        await client.sessions.revokeOthers(accountId, { signer: signer() })
        await reads.access()
        return "All other sessions have ended."
      }),
    /** Applies a sign-in or sign-out of another tab. */
    follow: async (): Promise<void> => {
      await recall(store, client)
      await reads.access().catch(() => undefined)
    },
    /** Ends the session after its expiry. */
    watch: (): void => {
      const { session } = store.state()
      if (session === undefined || Date.parse(session.expiresAt) > nowIn(store.state())) return
      signOut(store, ENDED)
      say(ENDED, true)
    }
  }
}

/** Funds the wallet, and makes payments that the end user has signed. */
const payments = ({ send, client, doing, me: { accountId }, reads, signer, store }: Desk) => ({
  fund: (amount: number) =>
    doing(async () => {
      await send("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount })
      await reads.money()
      return "The wallet has been funded with sandbox money."
    }),
  getQuote: (payee: string, amount: number) =>
    doing(async () => {
      store.change({ quote: undefined })
      const quote = await send("POST", "/quotes", {
        source: { sourceType: "ACCOUNT", accountId },
        destination: { destinationType: "ACCOUNT", accountId: payee },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: amount
      })
      // Payload and response come from the same backend, so both are compared with the request of the end user.
      if (!isQuote(quote) || quote.destination.accountId !== payee || quote.totalSendingAmount !== amount) {
        throw new ExplainedError("The quote does not match your request and cannot be signed. Get a new quote.")
      }
      const { payloadToSign } = quotedIn(quote)
      store.change({ quote: { quote, payloadToSign, terms: paymentTermsOf(quote) } })
      return ""
    }),
  pay: () =>
    doing(async () => {
      const offer = store.state().quote
      if (offer === undefined) throw new ExplainedError("There is no quote to sign. Get a quote first.")
      const { quote, terms: shown } = offer
      // The end user pressed the button below these terms, so only this quote is signed.
      const confirm = (terms: PaymentTerms) => JSON.stringify(terms) === JSON.stringify(shown)
      const { status } = await client.executeQuote(quote, { signer: signer(), confirm })
      store.change({ quote: undefined })
      await reads.money()
      const { payee, sent } = shown
      const what = `${inWords({ ...sent, code: sent.currency })} to ${payee}`
      return status === "COMPLETED" ? `Payment completed: ${what}.` : `Payment in progress: ${what}, ${status}.`
    })
})

/** Adds, renames and removes credentials. The session signs each change. */
const credentials = ({ client, doing, me: { accountId }, reads, signer }: Desk) => ({
  addPasskey: (nickname: string) =>
    doing(async () => {
      const added = await client.passkeys.register({ accountId, nickname, signer: signer() })
      await reads.access()
      return `The passkey “${added.nickname}” has been added. You can now sign in with it.`
    }),
  renamePasskey: (id: string, nickname: string) =>
    doing(async () => {
      const renamed = await client.credentials.rename(id, nickname, { signer: signer() })
      await reads.access()
      return `The passkey is now named “${renamed.nickname}”.`
    }),
  addOpenId: (token: (nonce: string) => Promise<string>) =>
    doing(async () => {
      const session = signer()
      // A token is bound to a key at sign-in only. Here it proves the identity, and the session signs the request.
      const oidcToken = await token("")
      const added = await client.addCredential({ type: "OAUTH", accountId, oidcToken }, { signer: session })
      await reads.access()
      return `The identity ${added.nickname} has been added. You can now sign in with it.`
    }),
  addEmail: () =>
    doing(async () => {
      await client.addCredential({ type: "EMAIL_OTP", accountId }, { signer: signer() })
      await reads.access()
      return "Codes by e-mail have been added. You can now sign in with them."
    }),
  removeCredential: (id: string) =>
    doing(async () => {
      await client.revokeCredential(id, { signer: signer() })
      await reads.access()
      return "The credential has been removed, and its sessions have ended."
    })
})

/** Changes without an action of the end user: the clock, and webhook events. */
const sandbox = ({ sendOwn, doing, reads, store }: Desk) => ({
  moveClock: (seconds: number) =>
    doing(async () => {
      const { now } = fieldsOf(await sendOwn("POST", "/clock/advance", { seconds }))
      store.change({ ahead: Date.parse(textOf(now)) - Date.now() })
      const wasSignedIn = store.state().session !== undefined
      await Promise.all([reads.access(), reads.money()])
      const { ended = "", session } = store.state()
      const moved = "The clock has moved forward, and due events have been processed."
      return wasSignedIn && session === undefined ? `${moved} ${ended}` : moved
    }),
  arrived: async (event: unknown): Promise<void> => {
    const { events } = store.state()
    const next = eventOf(event)
    if (events.some(({ id }) => id === next.id)) return
    store.change({ events: [next, ...events].slice(0, MOST_EVENTS) })
    await reads.money().catch(() => undefined)
  }
})

const MOST_EVENTS = 100

/** The actions of the page. Each shows its result as a message and never throws. */
export type Wallet = ReturnType<typeof makeWallet>

export const makeWallet = (options: DeskOptions) => {
  const desk = deskOf(options)
  const { call, client, doing, reads, store } = desk
  return {
    call,
    ...access(desk),
    ...credentials(desk),
    ...preparations(desk),
    ...recoveries(desk),
    ...payments(desk),
    ...sandbox(desk),
    /** Loads the data that the page shows. */
    start: () =>
      doing(async () => {
        await recall(store, client)
        await Promise.all([reads.access(), reads.money(), reads.accounts()])
        return ""
      }),
    accountAdded: () => reads.accounts().catch(() => undefined)
  }
}
