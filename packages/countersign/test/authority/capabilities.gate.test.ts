import { capabilities } from "@countersign/checks"
import { usd } from "@countersign/harness/externalAccounts"
import {
  clientKey,
  made,
  oauthVerify,
  passkeyAddition,
  passkeySession,
  pendingAssertion,
  proveEmail,
  RP,
  signed
} from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { bankOf, payloadOf, quoteOf, transferOf } from "@countersign/harness/payments"
import {
  challenged,
  complete,
  DAY,
  guardianOf,
  guardianStart,
  operatorStart,
  startByCode,
  turnOn
} from "@countersign/harness/recovery/kit"
import {
  answerOf,
  type Caller,
  callers,
  type Keys,
  keyPair,
  makeWorld,
  requestOf,
  retryHeaders,
  sealed,
  tokenOptions
} from "@countersign/harness/world"
import { signStamp } from "@countersign/wire"
import { type CountersignOptions, secretDigest } from "countersign"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { COINS, person } from "./attacks.ts"

const desk = { token: "desk", secret: "desk-secret" }
const bank = { token: "bank", secret: "bank-secret" }
const trigger = { token: "trigger", secret: "trigger-secret" }
type Scopes = NonNullable<NonNullable<CountersignOptions["tokens"]>[number]["scopes"]>
const optionsOf = ({ token, secret }: Caller, scopes: Scopes) => ({
  id: token,
  secretSha256: secretDigest(secret),
  platformId: "alpha",
  mode: "sandbox" as const,
  scopes
})
const service = makeWorld({
  logs: "none",
  policy: { emailChange: "proven" },
  tokens: [
    ...tokenOptions,
    optionsOf(desk, ["VIEW", "OPERATE"]),
    optionsOf(bank, ["SETTLE"]),
    optionsOf(trigger, ["WORK"])
  ]
})
afterAll(() => service.countersign.close())

/** The caller of a page whose user is signed in at the platform: the customer that a test attacks. */
const page: Caller = { token: "page", secret: "none" }
let signedIn = ""
const forUser = service.countersign.forUser(() => ({ platformId: "alpha", mode: "sandbox", customerId: signedIn }))
const world: typeof service = {
  ...service,
  call: async (caller, ...call) =>
    caller === page
      ? answerOf(await forUser(requestOf("http://countersign.test", undefined, ...call)))
      : service.call(caller, ...call)
}

type Person = Awaited<ReturnType<typeof person>>

/** Describes what a party has. The app of a thief makes its calls with the platform's token; a holder of a token has only that. */
interface Party {
  /** The token of calls that are no call of the wallet's app, if the party has one. */
  readonly own: Caller | undefined
  readonly app: Caller
  /** The code of a mail. The sandbox mails none: its code is public, and only the mailbox thief is given it. */
  readonly code: string
  /** Whether the party has the phone: its passkey, and the key of the session that it opened. */
  readonly hasPhone: boolean
  readonly type: "EMAIL_OTP" | "PASSKEY" | undefined
  /** Whether the wallet's owner registered the party's passkey as a guardian. */
  readonly isGuardian?: boolean
}
const holder = (token: Caller): Party => ({ own: token, app: token, code: "999999", hasPhone: false, type: undefined })
const thief = { own: undefined, app: callers.a, code: "999999", hasPhone: false }

const parties = new Map<string, Party>([
  ["OPERATE", holder(callers.support)],
  ["SETTLE", holder(bank)],
  ["WORK", holder(trigger)],
  ["operator", holder(desk)],
  ["page", holder(page)],
  ["mailbox thief", { ...thief, code: "000000", type: "EMAIL_OTP" }],
  ["phone thief", { ...thief, hasPhone: true, type: "PASSKEY" }],
  ["guardian", { ...thief, isGuardian: true, type: undefined }]
])
beforeAll(async () => {
  await turnOn(world)
  for (const scope of ["VIEW", "TRANSACT", "MANAGE"]) {
    const { body } = await world.call(callers.a, "POST", "/tokens", { body: { name: scope, permissions: [scope] } })
    parties.set(scope, holder({ token: body.clientId, secret: body.clientSecret }))
  }
})

const get = async (path: string) => (await world.call(callers.a, "GET", path)).body
const sessionsOf = async ({ accountId }: Person): Promise<ReadonlyArray<string>> =>
  (await get(`/auth/sessions?accountId=${accountId}`)).data.map(({ id }: { readonly id: string }) => id)
const credentialsOf = async ({ accountId }: Person): Promise<ReadonlyArray<string>> =>
  (await get(`/auth/credentials?accountId=${accountId}`)).data.map(({ id }: { readonly id: string }) => id)
const balanceOf = async (accountId: string): Promise<number> =>
  (await get(`/internal-accounts/${accountId}`)).balance.amount

/** A login by code: the party's answer, and the key that signs for the session if it opened. */
const byCode = async ({ app, code }: Party, [emailId = ""]: ReadonlyArray<string>): Promise<Keys | undefined> => {
  const path = `/auth/credentials/${emailId}`
  const challenge = await world.call(app, "POST", `${path}/challenge`)
  if (challenge.status !== 200) return undefined
  const keys = keyPair()
  const bundle = await sealed(world, challenge.body.otpEncryptionTargetBundle, code, keys.publicKey)
  const body = { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
  const first = await world.call(app, "POST", `${path}/verify`, { body })
  if (first.status !== 202) return undefined
  const done = await world.call(app, "POST", `${path}/verify`, { body, headers: retryHeaders(first.body, keys) })
  return done.status === 200 ? keys : undefined
}

/** The keys that the party signs with: of its session, or made up. */
const keysOf = async (party: Party, { credentialIds, phone }: Person): Promise<Keys> => {
  if (party.hasPhone) return phone.keys
  return (await byCode(party, credentialIds)) ?? keyPair()
}

type Call = Parameters<typeof signed>[3]
const sign = async (party: Party, of: Person, call: Call) => signed(world, party.app, await keysOf(party, of), call)

/** A guardian of the wallet, with its passkey. */
const guardianBy = ({ accountId, phone }: Person) => guardianOf(world, callers.a, accountId, phone.keys)

/** The passkey that the party signs in with: of a guardian, or made up. */
const passkeyOf = async ({ isGuardian }: Party, of: Person) =>
  isGuardian === true ? (await guardianBy(of)).authenticator : makeAuthenticator(RP)

/** Starts a recovery by the best method that the party can use. */
const recoveryBy = async ({ app, isGuardian, own }: Party, of: Person) => {
  if (isGuardian === true) {
    const { authenticator, guardianId } = await guardianBy(of)
    return (await guardianStart(world, app, guardianId, authenticator)).start()
  }
  const byOperator = await operatorStart(world, of.accountId, own ?? app)
  return byOperator.status === 201 ? byOperator : startByCode(world, app, of.accountId)
}

/** Money for the wallet, and a destination of it. */
const funded = async ({ accountId, customerId }: Person): Promise<string> => {
  await made(world, `/sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000_000 })
  return made(world, "/customers/external-accounts", { ...COINS, customerId })
}
type Quote = { readonly id: string } & Parameters<typeof payloadOf>[0]
const execute = async (caller: Caller, quote: Quote, keys: Keys) => {
  const headers = { "service-wallet-signature": signStamp(payloadOf(quote), keys.privateKey) }
  return world.call(caller, "POST", `/quotes/${quote.id}/execute`, { headers })
}

/** A way to a capability: makes the calls of the party, and returns whether they had the effect. */
type Way = (party: Party, of: Person) => Promise<boolean>

const opens =
  (login: Way): Way =>
  async (party, of) => {
    const before = await sessionsOf(of)
    await login(party, of)
    return (await sessionsOf(of)).length > before.length
  }

const removes =
  (isOwnType: boolean): Way =>
  async (party, of) => {
    const [emailId = "", oauthId = "", passkeyId = ""] = of.credentialIds
    const own = party.type === "PASSKEY" ? passkeyId : emailId
    const target = isOwnType ? own : oauthId
    await sign(party, of, { method: "DELETE", path: `/auth/credentials/${target}` })
    return !(await credentialsOf(of)).includes(target)
  }

const operated = (party: Party, of: Person, act: string) =>
  world.call(party.own ?? party.app, "POST", `/operator/accounts/${of.accountId}/${act}`, {
    body: { actor: "someone", reason: "Because" }
  })

/** The ways to each capability. A party with all of them has `yes` in its cell, and one with some has `only` and these. */
const ways: Readonly<Record<string, Readonly<Record<string, Way>>>> = {
  "sign in": {
    "by code": opens(async (party, { credentialIds }) => (await byCode(party, credentialIds)) !== undefined),
    "by token": opens(async ({ app }, { credentialIds: [, oauthId = ""] }) => {
      // A token of the attacker's own account at the same issuer.
      const answer = await oauthVerify(world, app, oauthId, clientKey(), { sub: "attacker" })
      return answer.status === 200
    }),
    "by passkey": opens(async (party, of) => {
      const { app, hasPhone } = party
      const [, , passkeyId = ""] = of.credentialIds
      const { phone } = of
      if (app === callers.a && hasPhone) {
        return (await passkeySession(world, app, passkeyId, phone.authenticator)).answer.status === 200
      }
      const challenge = await world.call(app, "POST", `/auth/credentials/${passkeyId}/challenge`, {
        body: { clientPublicKey: clientKey().hex }
      })
      if (challenge.status !== 200) return false
      const forged = await pendingAssertion(world, app, passkeyId, await passkeyOf(party, of))
      return (await forged.verify()).status === 200
    }),
    "by recovery": async (party, of) => {
      const { body: recovery } = await recoveryBy(party, of)
      if (recovery.id === undefined) return false
      world.pass(3 * DAY)
      const { body: ready } = await challenged(world, party.app, recovery.id)
      const { otpEncryptionTargetBundle } = { ...recovery, ...ready }
      // A token without MANAGE has no code mailed, so it has nothing to answer.
      if (otpEncryptionTargetBundle === undefined) return false
      const target = { otpEncryptionTargetBundle, id: recovery.id, accountId: of.accountId }
      return (await complete(world, party.app, target, party.code)).done.status === 201
    }
  },
  sign: {
    "a call": async (party, of) => {
      const path = `/internal-accounts/${of.accountId}`
      await sign(party, of, { method: "PATCH", path, body: { privateEnabled: true } })
      return (await get(path)).privateEnabled
    }
  },
  "add credential": {
    "a passkey": async (party, of) => {
      const body = passkeyAddition(of.accountId, makeAuthenticator(RP))
      await sign(party, of, { method: "POST", path: "/auth/credentials", body })
      return (await credentialsOf(of)).length > 3
    }
  },
  "remove credential": { "of another type": removes(false), "of its own type": removes(true) },
  export: {
    "the recovery phrase": async (party, of) => {
      const path = `/internal-accounts/${of.accountId}/export`
      const body = { clientPublicKey: clientKey().hex }
      return (await sign(party, of, { method: "POST", path, body })).body?.encryptedWalletCredentials !== undefined
    }
  },
  pay: {
    "from the wallet": async (party, of) => {
      const destination = await funded(of)
      // A token without TRANSACT gets no quote, so it is given one that the owner asked for.
      const quote = await world.call(callers.a, "POST", "/quotes", { body: quoteOf(of.accountId, destination) })
      await execute(party.app, quote.body, await keysOf(party, of))
      return (await balanceOf(of.accountId)) < 100_000_000
    },
    "from a fiat account": async ({ own }, { customerId }) => {
      const bank = await bankOf(world, customerId, 1000)
      const [from, to] = [bank, await bankOf(world, (await world.customer(callers.a)).customerId)]
      await world.call(own, "POST", "/transfer-out", { body: transferOf(from, to) })
      const external = await made(world, "/customers/external-accounts", { ...usd(), customerId })
      await world.call(own, "POST", "/transfer-out", { body: transferOf(from, external) })
      return (await balanceOf(bank)) < 1000
    }
  },
  redirect: {
    "the address for codes": async (party, of) => {
      const path = `/customers/${of.customerId}`
      const { body } = await sign(party, of, { method: "PATCH", path, body: { email: "thief@example.com" } })
      const bundle = body?.pendingEmail?.otpEncryptionTargetBundle
      // The new mailbox is the party's own, so it has the code that proves it.
      if (bundle !== undefined) await proveEmail(world, party.app, of.customerId, bundle)
      return (await get(path)).email === "thief@example.com"
    },
    "a signed payment": async ({ own }, of) => {
      const destination = await funded(of)
      const quote = await world.call(callers.a, "POST", "/quotes", { body: quoteOf(of.accountId, destination) })
      const address = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
      const body = { accountInfo: { address } }
      const edit = await world.call(own, "PATCH", `/customers/external-accounts/${destination}`, { body })
      const paid = await execute(callers.a, quote.body, of.phone.keys)
      // The owner's own signature pays, unless the destination is another one since.
      expect([edit.status < 300, paid.status]).toEqual(edit.status < 300 ? [true, 409] : [false, 200])
      return edit.status < 300 && paid.status < 300
    }
  },
  "read history": {
    receipts: async ({ own }, { accountId }) =>
      (await world.call(own, "GET", `/receipts?accountId=${accountId}`)).body.data?.length > 0
  },
  "end sessions": {
    all: async (party, of) => {
      await operated(party, of, "end-sessions")
      await sign(party, of, { method: "POST", path: "/auth/sessions/revoke-others", body: { accountId: of.accountId } })
      return !(await sessionsOf(of)).includes(of.sessionId)
    }
  },
  suspend: {
    "the wallet": async (party, of) => {
      await operated(party, of, "suspend")
      return (await get(`/internal-accounts/${of.accountId}`)).status === "FROZEN"
    },
    "payments during a recovery": async (party, of) => {
      await recoveryBy(party, of)
      return (await get(`/internal-accounts/${of.accountId}`)).heldUntil !== undefined
    }
  }
}

/** The cell that the ways of a party make. */
const cellOf = (all: ReadonlyArray<string>, open: ReadonlyArray<string>): string => {
  if (open.length === 0) return "no"
  return open.length === all.length ? "yes" : `only ${open.join(", ")}`
}

describe("I18 OP1 US3: the table of capabilities in SECURITY.md", () => {
  it("names the parties and the capabilities that are checked, each once", () => {
    const scopes = ["VIEW", "TRANSACT", "MANAGE", "OPERATE", "SETTLE", "WORK"]
    const checked = [...scopes, "operator", "page", "mailbox thief", "phone thief", "guardian"]
    expect(new Set(capabilities.map(({ party }) => party))).toEqual(new Set(checked))
    expect(new Set(capabilities.map(({ capability }) => capability))).toEqual(new Set(Object.keys(ways)))
    expect(capabilities).toHaveLength(checked.length * Object.keys(ways).length)
  })

  it.each(capabilities)("$party, $capability: $cell", async ({ capability, cell, party }) => {
    const who = parties.get(party)
    const each = ways[capability]
    if (who === undefined || each === undefined) throw new Error(`no check for ${party}, ${capability}`)
    const open: Array<string> = []
    for (const [name, way] of Object.entries(each)) {
      const of = await person(world)
      signedIn = of.customerId
      if (await way(who, of)) open.push(name)
    }
    expect(cellOf(Object.keys(each), open)).toBe(cell)
  })

  it("is not vacuous: the owner, with every credential, does by these calls what the table denies to others", async () => {
    const owner: Party = { own: callers.a, app: callers.a, code: "000000", hasPhone: true, type: "EMAIL_OTP" }
    for (const capability of ["sign", "add credential", "export", "read history"]) {
      for (const way of Object.values(ways[capability] ?? {})) {
        expect([capability, await way(owner, await person(world))]).toEqual([capability, true])
      }
    }
  })
})
