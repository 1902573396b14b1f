import { CUSTOMERS, created, usd } from "@countersign/harness/externalAccounts"
import { addOauth, addPasskey, oauthSession, passkeySession, RP } from "@countersign/harness/fixtures"
import { ec, issuerAt } from "@countersign/harness/issuer"
import {
  basic,
  type Caller,
  callers,
  customerOf,
  type LocalWorld,
  makeWorld,
  START,
  session
} from "@countersign/harness/world"
import { memoryStore } from "@countersign/memory"
import { listening } from "../../../../examples/hosts/src/Host.ts"
import type { Known } from "../inputs/valuesOf.ts"
import type { Request } from "./Input.ts"

/** A service with at least one object of every kind, and the requests that created them. */
export interface Stage {
  readonly world: LocalWorld
  /** The ids of the platform, by prefix. */
  readonly known: Known
  /** The ids that inputs may delete. */
  readonly expendable: ReadonlyArray<string>
  /** Every request that was sent to create the objects. */
  readonly recorded: ReadonlyArray<Request>
  /** Cursors of list responses, some of them of another platform. */
  readonly cursors: ReadonlyArray<string>
  /** A wallet that inputs may name, but to which they have no key. */
  readonly quiet: Wallet & { readonly email: string; readonly caller: Caller }
  /** A wallet in production, where passkeys and identity tokens are fully verified. */
  readonly live: Wallet
  /** The signing key of an issuer that production trusts. */
  readonly issuer: ReturnType<typeof ec>
  readonly close: () => Promise<void>
}

interface Wallet {
  readonly accountId: string
  readonly credentialId: string
  readonly customerId: string
}

/** The current time in seconds. The clock of the stage does not move. */
export const SECONDS = START / 1000

export const openStage = async (options: Parameters<typeof makeWorld>[0] = {}): Promise<Stage> => {
  const issuer = ec("key")
  const keys = await listening((_, response) => response.end(JSON.stringify({ keys: [issuer.jwk] })))
  const world = makeWorld({
    store: memoryStore,
    logs: "none",
    production: {
      oidc: { issuers: [issuerAt(keys.origin)] },
      passkeys: { rpIds: [RP.rpId], origins: [RP.origin] }
    },
    policy: { webhookTimeout: 500 },
    ...options
  })
  const recorded: Array<Request> = []
  const played = { ...world, call: recording(world.call, recorded) }
  const ids: Array<string> = []
  const cursors: Array<string> = []
  for (const caller of [callers.a, callers.b]) ids.push(...(await play(played, caller, cursors)))
  const email = "quiet@example.com"
  const quiet = await world.customer(callers.a, email)
  ids.push(quiet.customerId, quiet.accountId, quiet.credentialId)
  ids.push(await startedRecovery(played))
  const expendable = await Promise.all(
    Array.from({ length: 8 }, async () => (await world.customer(callers.a)).customerId)
  )
  return {
    world,
    known: byPrefix(ids),
    expendable,
    recorded,
    cursors,
    live: await world.customer(callers.live, "live@example.com"),
    quiet: { ...quiet, email, caller: callers.a },
    issuer,
    close: async () => {
      await world.countersign.close()
      await keys.close()
    }
  }
}

/** Creates and reads an object of every kind for one platform. Returns their ids. */
const play = async (world: LocalWorld, caller: Caller, cursors: Array<string>): Promise<ReadonlyArray<string>> => {
  const { accountId, credentialId, customerId } = await customerOf(world.call, caller)
  const { keys, session: opened } = await session(world, caller, credentialId)
  const oauth = await addOauth(world, caller, accountId, keys)
  const oauthOpened = await oauthSession(world, caller, oauth.credentialId)
  const passkey = await addPasskey(world, caller, accountId, keys)
  await passkeySession(world, caller, passkey.credentialId, passkey.authenticator)

  const made = async (path: string, body: object) => String((await world.call(caller, "POST", path, { body })).body.id)
  const firm = await made("/customers", { customerType: "BUSINESS", businessInfo: { legalName: "Firm" } })
  const owner = { customerId: firm, roles: ["UBO"], personalInfo: { firstName: "Ada", lastName: "King" } }
  const dollars = (await world.call(caller, "GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`))
    .body
  const from: string = dollars.data[0].id
  const to = String((await created(world, usd({}, { customerId }), caller, CUSTOMERS)).id)
  const platformAccount = String((await created(world, usd(), caller)).id)
  await world.call(caller, "POST", `/sandbox/internal-accounts/${from}/fund`, { body: { amount: 100_000 } })
  const quoteId = await made("/quotes", {
    source: { sourceType: "ACCOUNT", accountId: from },
    destination: { destinationType: "ACCOUNT", accountId: to },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 1_000
  })
  await world.call(caller, "POST", `/quotes/${quoteId}/execute`)
  const ids = [
    ...[accountId, credentialId, customerId, firm, from, to, platformAccount, quoteId],
    ...[opened.id, oauth.credentialId, oauthOpened.session.id, passkey.credentialId],
    await made("/tokens", { name: "robot", permissions: ["VIEW"] }),
    await made("/verifications", { customerId: firm }),
    await made("/beneficial-owners", owner)
  ]
  await world.call(caller, "PATCH", "/config", { body: { webhookEndpoint: "https://hooks.example.com/" } })
  for (const list of ["/customers", "/internal-accounts", "/tokens", "/transactions", "/customers/external-accounts"]) {
    const page = await world.call(caller, "GET", `${list}?limit=1`)
    if (page.body.nextCursor !== undefined) cursors.push(page.body.nextCursor)
  }
  return ids.filter((id) => id !== "undefined")
}

/** Turns recovery on for the main platform. Returns the id of a recovery that an operator has started. */
const startedRecovery = async ({ call, customer }: LocalWorld): Promise<string> => {
  const { revision } = (await call(callers.a, "GET", "/platform/settings")).body
  const recovery = { savedCodes: { enabled: true }, guardians: { enabled: true }, operators: { enabled: true } }
  await call(callers.chief, "PATCH", "/platform/settings", { body: { revision, recovery } })
  const path = `/operator/accounts/${(await customer(callers.a)).accountId}/start-recovery`
  const { body } = await call(callers.support, "POST", path, { body: { actor: "support-7", reason: "Lost a phone" } })
  return String(body.id)
}

const byPrefix = (ids: ReadonlyArray<string>): Known => {
  const known = new Map<string, Array<string>>()
  for (const id of ids) {
    const prefix = id.slice(0, id.indexOf(":"))
    known.set(prefix, [...(known.get(prefix) ?? []), id])
  }
  return known
}

/** Makes calls and records each request. */
const recording =
  (call: LocalWorld["call"], into: Array<Request>): LocalWorld["call"] =>
  (caller, method, path, more = {}) => {
    const authorization = caller === undefined ? [] : [["Authorization", basic(caller)] as const]
    const typed = more.body === undefined ? [] : [["Content-Type", "application/json"] as const]
    const headers = [...authorization, ...typed, ...Object.entries(more.headers ?? {})]
    into.push({ method, path, headers, ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }) })
    return call(caller, method, path, more)
  }
