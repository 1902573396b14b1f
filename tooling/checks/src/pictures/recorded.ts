import { randomBytes } from "node:crypto"
import { EventEmitter, once } from "node:events"
import { createClient } from "@countersign/client"
import { createCountersign, secretDigest } from "countersign"
import { memoryStore, Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { wrapped } from "../workspace/wrapped.ts"

/** A message between two parties in a recorded exchange. */
export interface Message {
  readonly from: string
  readonly to: string
  readonly isReply: boolean
  /** The kind of message, followed by the names of its fields. Never contains a value. */
  readonly lines: ReadonlyArray<string>
}

export const USER = "User"
export const APP = "App (client)"
export const SERVICE = "Countersign"
export const STORE = "Store"

const madeKey = () => randomBytes(32).toString("hex")

/** Signs in a user with an e-mail code, changes a wallet in that session, and records the messages. */
export const recordedExchanges = async () => {
  const messages: Array<Message> = []
  const events = new EventEmitter()
  const [challenged, mailed] = [once(events, "challenged"), once(events, "mailed")]
  const countersign = createCountersign({
    tokens: [{ id: TOKEN, secretSha256: secretDigest(TOKEN), platformId: "acme", mode: "production" }],
    keys: { vault: madeKey(), service: madeKey() },
    store: watched((lines) => messages.push({ from: SERVICE, to: STORE, isReply: false, lines })),
    mailer: {
      // Mail is sent concurrently with the response. The diagram always shows it after the response.
      sendCode: async ({ code }) => {
        await challenged
        messages.push({ from: SERVICE, to: USER, isReply: false, lines: ["mail", "code"] })
        events.emit("mailed", code)
      }
    },
    logs: "none"
  })
  const wallet = countersign.api.in({ platformId: "acme", mode: "production" })
  const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  const {
    data: [account]
  } = await wallet.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
  const [credential] = await wallet.credentials.list(account?.id ?? "")
  const client = createClient({
    baseUrl: "http://countersign.test/2025-10-13",
    headers: { authorization: `Basic ${btoa(`${TOKEN}:${TOKEN}`)}` },
    bundleSigner: countersign.bundleSigner,
    fetch: async (url, init) => {
      const request = new Request(url, init)
      const lines = linesOfCall(request, await request.clone().text())
      messages.push({ from: APP, to: SERVICE, isReply: false, lines })
      const answer = await countersign.handler(request)
      const text = await answer.clone().text()
      messages.push({ from: SERVICE, to: APP, isReply: true, lines: [`${answer.status}`, ...namesIn(text)] })
      events.emit("challenged")
      return answer
    }
  })
  messages.length = 0
  const session = await client.emailOtp.login({
    credentialId: credential?.id ?? "",
    code: async () => {
      const [typed] = await mailed
      messages.push({ from: USER, to: APP, isReply: false, lines: ["code"] })
      return String(typed)
    }
  })
  const handshake = messages.splice(0)
  await client.signedRetry({
    method: "PATCH",
    path: `/internal-accounts/${account?.id}`,
    body: { privateEnabled: true },
    signer: session,
    expects: { accountId: String(account?.id), privateEnabled: true }
  })
  const signedRetry = messages.splice(0)
  await countersign.close()
  return { handshake, signedRetry }
}

const TOKEN = "acme-live"

/**
 * A store that records the writes of each commit. Rate limit counters, the wallet root that a node stores at startup,
 * and sent mails are omitted, because they are not steps of the exchange.
 */
const watched = (record: (lines: ReadonlyArray<string>) => void): Layer.Layer<Store> =>
  Layer.effect(
    Store,
    Effect.map(Store, (store) =>
      Store.of({
        ...store,
        commit: (changes, guards) => {
          const steps = changes.filter(({ collection: { name }, op }) => !ASIDE.includes(name) && op !== "remove")
          if (steps.length > 0) record(["one commit", ...steps.map(({ collection, op }) => `${op} ${collection.name}`)])
          return store.commit(changes, guards)
        }
      })
    )
  ).pipe(Layer.provide(memoryStore))

const ASIDE = ["levels", "wallet_roots"]

const linesOfCall = ({ headers, method, url }: Request, body: string): ReadonlyArray<string> => [
  `${method} ${new URL(url).pathname.replace("/2025-10-13", "").replaceAll(/[A-Za-z]+(?::|%3A)[-0-9a-f]{36}/gu, "{id}")}`,
  ...["Request-Id", "Service-Wallet-Signature"].filter((name) => headers.has(name)),
  ...namesIn(body)
]

/** The names of fields, on lines that fit between two participants. */
const namesIn = (text: string): ReadonlyArray<string> => {
  const value: unknown = text === "" ? {} : JSON.parse(text)
  return typeof value === "object" && value !== null ? wrapped(Object.keys(value), ", ", 32) : []
}
