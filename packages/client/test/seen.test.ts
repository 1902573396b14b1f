import { readdirSync, readFileSync } from "node:fs"
import {
  canonicalJson,
  decodeHex,
  decodeUtf8,
  encodeHex,
  encodeUtf8,
  type Json,
  makeOtpTargetBundle,
  open,
  parseOtpBundle,
  parseOtpPlaintext,
  publicKeyOf,
  signP256
} from "@countersign/wire"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import {
  type ActiveSession,
  type Client,
  generateKeyPair,
  memoryKeyStore,
  NotConfirmedError,
  type SignedTerms,
  TermsDifferError
} from "../src/index.ts"
import { stubBrowser } from "./browser.ts"
import { ACCOUNT, activityOf, contextOf, payloadOf, paymentPayloadOf, raw } from "./payload.ts"
import { CODE, clientOf, json, rejection, signer as service, signerKey } from "./service.ts"

const uuid = "0199d000-0000-7000-8000-0000000000ab"
const requestId = `Request:${uuid}`
const times = { createdAt: "2025-10-13T08:00:00.000Z", updatedAt: "2025-10-13T08:00:00.000Z" }
const key = await generateKeyPair()
const session: ActiveSession = {
  id: `Session:${uuid}`,
  accountId: ACCOUNT,
  type: "PASSKEY",
  nickname: "Laptop",
  ...times,
  expiresAt: "2999-01-01T00:00:00.000Z",
  signer: key
}
const by = { signer: session }

const targetKey = new Uint8Array(32).fill(0x21)
const otpEncryptionTargetBundle = await makeOtpTargetBundle({
  target: publicKeyOf(targetKey),
  signer: service,
  sign: (bytes) => signP256(bytes, signerKey)
})

/** The payload of the guard of an endpoint of the host, which its caller means. */
const payout = {
  amount: 500,
  fee: 25,
  isUrgent: false,
  lines: [{ count: 1, sku: "a" }],
  note: null,
  payee: "GB33BUKB20201555555555"
}
const attestation = {
  credentialId: "cGs",
  clientDataJson: "Y2xpZW50",
  attestationObject: "YXR0ZXN0",
  transports: ["usb"]
}
const passkey = { type: "PASSKEY", accountId: ACCOUNT, nickname: "Laptop", challenge: "Y2g", attestation } as const
const recovery = { id: `Recovery:${uuid}`, accountId: ACCOUNT, otpEncryptionTargetBundle }
const customer = `Customer:${uuid}`
const credential = `AuthMethod:${uuid}`

const quoteId = `Quote:${uuid}`
const payee = `ExternalAccount:${uuid}`
const endOf = (accountId: string, accountType: string) => ({
  accountId,
  accountType,
  digest: "ab".repeat(32),
  identifiers: { accountId }
})
const payment = {
  amount: "5000000",
  currency: "USDC",
  decimals: "6",
  destination: { ...endOf(payee, "MXN_ACCOUNT"), name: "Ana" },
  expiresAt: "1760342700000",
  fee: "25000",
  method: "POST",
  mode: "sandbox",
  path: `/quotes/${quoteId}/execute`,
  payee: "Ana",
  platformId: "alpha",
  quoteId,
  rate: "0.05",
  receivedAmount: "9950",
  receivedCurrency: "MXN",
  receivedDecimals: "2",
  source: endOf(ACCOUNT, "EMBEDDED_WALLET")
}
const quoteWith = (payloadToSign: string) => ({
  id: quoteId,
  source: { accountId: ACCOUNT },
  destination: { accountId: payee },
  sendingCurrency: { code: "USDC", decimals: 6 },
  receivingCurrency: { code: "MXN", decimals: 2 },
  totalSendingAmount: 5_000_000,
  totalReceivingAmount: 9950,
  exchangeRate: 0.05,
  feesIncluded: 25_000,
  paymentInstructions: [{ accountOrWalletInfo: { payloadToSign } }]
})

type Tamper = (payload: string) => string

/** A backend that hands out tampered payloads, and a count of the stamps that it got for them. */
const backend = (tamper: Tamper) => {
  const stamps: Array<string> = []
  let visitorKey: string | undefined
  const serve: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const call = { method: request.method, path: pathname.replace("/2025-10-13", ""), body: await request.text() }
    const stamp = request.headers.get("service-wallet-signature")
    if (stamp !== null) stamps.push(stamp)
    if (stamp !== null) return json(500, {})
    if (call.method === "GET") return json(200, { data: [] })
    if (call.path === "/auth/sign-ins")
      return json(200, { signInId: requestId, otpEncryptionTargetBundle, otpAlphabet: "NUMERIC" })
    if (call.path === "/auth/sign-ins/verify") {
      visitorKey = await keyIn(JSON.parse(call.body).encryptedOtpBundle)
      return json(200, { customerId: customer, accountId: ACCOUNT })
    }
    if (call.path.endsWith("/challenge")) {
      const fields = { id: credential, accountId: ACCOUNT, type: "EMAIL_OTP", nickname: "ada@example.com", ...times }
      return json(200, { ...fields, otpEncryptionTargetBundle })
    }
    const { encryptedOtpBundle } = call.body === "" ? {} : JSON.parse(call.body)
    const publicKey = encryptedOtpBundle === undefined ? visitorKey : await keyIn(encryptedOtpBundle)
    const written = call.path === "/payouts" ? raw(payout) : activityOf(call, ACCOUNT, publicKey)
    const payloadToSign = tamper(payloadOf(contextOf(call, requestId), ACCOUNT, written))
    return json(202, { type: "PASSKEY", payloadToSign, requestId, expiresAt: "2025-10-13T08:05:00Z" })
  }
  return { client: clientOf({ fetch: serve }), stamps }
}

const keyIn = async (bundle: string) =>
  parseOtpPlaintext(await open({ recipientPrivateKey: targetKey, sealed: parseOtpBundle(bundle) })).publicKey

interface Signed {
  readonly run: (client: Client, tamper: Tamper) => Promise<unknown>
  /** The fields that only the server knows. The client can compare them with nothing. */
  readonly unknown?: ReadonlyArray<string>
  readonly shown?: ReadonlyArray<string>
}

const UNKNOWN = ["timestampMs", ...["operation", "expiresAt", "mode", "platformId"].map((name) => `context.${name}`)]

/** Every signed operation of the client. */
const signed: Readonly<Record<string, Signed>> = {
  addCredential: { run: ({ addCredential }) => addCredential(passkey, by) },
  "addCredential of an address": {
    run: ({ addCredential }) => addCredential({ type: "EMAIL_OTP", accountId: ACCOUNT }, by),
    unknown: ["userEmail"]
  },
  "addCredential of an identity": {
    run: ({ addCredential }) => addCredential({ type: "OAUTH", accountId: ACCOUNT, oidcToken: "a.b.c" }, by),
    unknown: ["oauthProviders.0.providerName"]
  },
  "credentials.confirm": { run: ({ credentials }) => credentials.confirm(credential, by) },
  "credentials.rename": { run: ({ credentials }) => credentials.rename(credential, "Phone", by) },
  "customers.changeEmail": { run: ({ customers }) => customers.changeEmail(customer, "new@example.com", by) },
  "customers.delete": { run: ({ customers }) => customers.delete(customer, by), unknown: ["organizationId"] },
  "emailOtp.login": {
    run: ({ emailOtp }) => emailOtp.login({ credentialId: credential, code: () => CODE }),
    unknown: ["verificationToken"]
  },
  "visitors.signIn": {
    run: ({ visitors }) => visitors.signIn({ email: "ada@example.com", code: () => CODE }),
    unknown: ["verificationToken"]
  },
  executeQuote: {
    run: ({ executeQuote }, tamper) =>
      executeQuote(quoteWith(tamper(paymentPayloadOf(payment, payment))), { ...by, confirm: () => true }),
    // The end user reads the numbers of the payee in the terms, and compares them with the payee that they mean.
    unknown: ["context.source.digest", "context.destination.digest", "context.destination.accountType"],
    shown: ["context.destination.identifiers.accountId"]
  },
  exportWallet: { run: ({ exportWallet }) => exportWallet(ACCOUNT, by) },
  "guardians.add": {
    run: ({ guardians }) => guardians.add({ accountId: ACCOUNT, nickname: "Grandma", ...by }),
    unknown: ["raw.addGuardian.guardianId"]
  },
  "guardians.remove": { run: ({ guardians }) => guardians.remove(`Guardian:${uuid}`, by) },
  logout: {
    // It erases the key.
    run: async ({ logout }) => logout({ ...session, signer: await memoryKeyStore().importKey(key.privateKey) })
  },
  "passkeys.register": { run: ({ passkeys }) => passkeys.register({ accountId: ACCOUNT, nickname: "Laptop", ...by }) },
  "recovery.cancel": { run: ({ recovery: { cancel } }) => cancel(recovery.id, by) },
  "recovery.complete": {
    run: ({ recovery: { complete } }) => complete(recovery, { code: CODE, credential: passkey })
  },
  "recovery.createCodes": { run: ({ recovery: { createCodes } }) => createCodes(ACCOUNT, by) },
  refresh: { run: ({ refresh }) => refresh(session) },
  revokeCredential: { run: ({ revokeCredential }) => revokeCredential(credential, by) },
  "sessions.refresh": { run: ({ sessions }) => sessions.refresh(session) },
  "sessions.revoke": { run: ({ sessions }) => sessions.revoke(session.id, by) },
  "sessions.revokeOthers": { run: ({ sessions }) => sessions.revokeOthers(ACCOUNT, by) },
  signedRetry: {
    run: ({ signedRetry }) => signedRetry({ method: "POST", path: "/payouts", body: {}, ...by, expects: payout })
  },
  "signedRetry of an endpoint beside the API": {
    run: ({ signedRetry }) => {
      const path = new URL("http://service.test/payouts")
      return signedRetry({ method: "POST", path, body: {}, ...by, expects: payout, confirm: () => true })
    }
  }
}

/** Operations that sign nothing that a server wrote. */
const UNSIGNED = [
  "credentials.challenge",
  "credentials.list",
  "customers.proveEmail",
  "customers.undoEmail",
  "fetchWithProof",
  "guardians.list",
  "guardians.startRecovery",
  "history.list",
  "now",
  "oauth.login",
  "passkeys.create",
  "visitors.beginOidc",
  "visitors.offerPasskeys",
  "visitors.signInWithOidc",
  "visitors.signInWithPasskey",
  "passkeys.login",
  "prove",
  "recovery.challenge",
  "recovery.start",
  "restore",
  "sessions.list"
]

/** The only door that signs unseen terms. */
const UNSEEN = "signedRetryWithoutReview"

const namesIn = (value: object): ReadonlyArray<string> =>
  Object.entries(value).flatMap(([name, each]) =>
    typeof each === "function" ? [name] : namesIn(each).map((more) => `${name}.${more}`)
  )

interface Tree {
  readonly [name: string]: Json
}
const isTree = (value: Json | undefined): value is Tree | ReadonlyArray<Json> =>
  typeof value === "object" && value !== null
const entriesOf = (value: Json): ReadonlyArray<readonly [string, Json]> =>
  isTree(value) ? Object.entries<Json>({ ...value }) : []

/** A payload whose bytes in hex are decoded as `raw`, and whose parameters are beside its other fields. */
const readable = (payload: string): Tree => {
  const { parameters, ...top } = JSON.parse(payload)
  const { payload: bytes, unsignedTransaction, ...rest } = parameters
  const hex = bytes ?? unsignedTransaction
  const name = bytes === undefined ? "unsignedTransaction" : "payload"
  const decoded = hex === undefined ? {} : { raw: JSON.parse(decodeUtf8(decodeHex(hex))), named: name }
  return { top, ...rest, ...decoded }
}
const written = ({ named, raw: value, top, ...parameters }: Tree): string => {
  const hex = value === undefined ? {} : { [String(named)]: encodeHex(encodeUtf8(canonicalJson(value))) }
  return JSON.stringify({ ...Object.fromEntries(entriesOf(top ?? {})), parameters: { ...parameters, ...hex } })
}

/** Replaces the value at a path. `undefined` removes it. */
const at = (value: Json, [name, ...rest]: ReadonlyArray<string>, change: (old: Json) => Json | undefined): Json => {
  if (Array.isArray(value)) {
    return value.flatMap((each, nth) => {
      if (String(nth) !== name) return [each]
      const next = rest.length === 0 ? change(each) : at(each, rest, change)
      return next === undefined ? [] : [next]
    })
  }
  const fields = entriesOf(value).flatMap(([field, each]): ReadonlyArray<readonly [string, Json]> => {
    if (field !== name) return [[field, each]]
    const next = rest.length === 0 ? change(each) : at(each, rest, change)
    return next === undefined ? [] : [[field, next]]
  })
  return Object.fromEntries(fields)
}

const paths = (value: Json, before: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  entriesOf(value).flatMap(([name, each]) => [[...before, name], ...paths(each, [...before, name])])

const LOOK_ALIKE = new Map(
  Object.entries({ a: "\u0430", c: "\u0441", e: "\u0435", o: "\u043e", p: "\u0440", A: "\u0410" })
)

/** Other values in the place of one: another text, one that looks the same, and others of another type. */
const others = (value: Json): Readonly<Record<string, Json>> => {
  if (typeof value === "string") {
    const twin = value.replace(/[acepoA]/u, (letter) => LOOK_ALIKE.get(letter) ?? letter)
    return { "another text": `${value}x`, "a look-alike": twin === value ? `${value}\u200b` : twin }
  }
  if (typeof value === "number") return { "another number": value + 999_875 }
  return { "another value": value === null ? "x" : value === false }
}
const otherTypes = (value: Json): Readonly<Record<string, Json>> =>
  typeof value === "string"
    ? { "a number": Number(value) || 5, "a list": [value] }
    : { "a text": String(value), "a list": [value] }

/** Every hostile version of a payload. */
const hostile = (
  honest: string,
  { shown = [], unknown = [] }: Omit<Signed, "run">
): ReadonlyArray<readonly [string, string]> => {
  const tree = readable(honest)
  const nameOf = (path: ReadonlyArray<string>) => path.join(".").replace(/^top\./u, "")
  const replaced = paths(tree)
    .filter(([name]) => name !== "named")
    .flatMap((path) => {
      const name = nameOf(path)
      const change = (what: string, next: (old: Json) => Json | undefined) =>
        [`${name}: ${what}`, written(Object.fromEntries(entriesOf(at(tree, path, next))))] as const
      let old: Json = null
      at(tree, path, (value) => {
        old = value
        return value
      })
      if (shown.includes(name)) return []
      if (isTree(old)) {
        const more = (value: Json) => (Array.isArray(value) ? [...value, "x"] : { ...Object(value), fee: 999_900 })
        return name === "top"
          ? [change("one field more", more)]
          : [change("one field more", more), change("none", () => undefined)]
      }
      const variants = { ...([...UNKNOWN, ...unknown].includes(name) ? {} : others(old)), ...otherTypes(old) }
      return [
        ...Object.entries(variants).map(([what, next]) => change(what, () => next)),
        change("none", () => undefined)
      ]
    })
  const spaced = JSON.parse(honest)
  if (tree.named !== undefined) {
    spaced.parameters[String(tree.named)] += "20"
    replaced.push(["raw: not canonical", JSON.stringify(spaced)])
  }
  return [["parameters: one field more", written({ ...tree, extra: 999_900 })], ...replaced]
}

beforeAll(() => {
  stubBrowser()
})
afterAll(() => {
  vi.unstubAllGlobals()
})

describe("what is signed is seen (GA23)", () => {
  it("every operation of the client is in a table here", () => {
    const { client } = backend((payload) => payload)
    const listed = [...Object.keys(signed).filter((name) => !name.includes(" ")), ...UNSIGNED, UNSEEN]
    expect(namesIn(client).toSorted()).toEqual(listed.toSorted())
  })

  it("one function signs what a server wrote", () => {
    const folder = new URL("../src/", import.meta.url)
    const files = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".ts"))
    const signing = files.toSorted().flatMap((file) => {
      const source = readFileSync(new URL(file, folder), "utf8")
      return [...source.matchAll(/stampOf\(|\.sign\(/gu)].map(([found]) => `${file} ${found}`)
    })
    expect(signing).toEqual([
      "keyPair.ts .sign(",
      "keyPair.ts .sign(",
      "operations/signing.ts stampOf(",
      // The proof of a session, which the client itself writes.
      "operations/signing.ts .sign("
    ])
  })

  it.each(Object.entries(signed))(
    "%s signs the honest payload, and none of its hostile versions",
    async (_, { run, ...server }) => {
      let honest = ""
      const first = backend((payload) => {
        honest = payload
        return payload
      })
      await rejection(run(first.client, (payload) => (honest = payload)))
      expect(first.stamps).toHaveLength(1)
      // A body or key of its own is new in each call, so each hostile version is made of the payload of that call.
      const versions = hostile(honest, server)
      expect(versions.length).toBeGreaterThan(30)
      for (const [what] of versions) {
        const tamper = (payload: string) => new Map(hostile(payload, server)).get(what) ?? payload
        const { client, stamps } = backend(tamper)
        const error = await rejection(run(client, tamper))
        expect([what, stamps.length, error instanceof Error && error.name]).toEqual([
          what,
          0,
          expect.stringMatching(/^(?:TermsDiffer|UnexpectedAnswer|QuoteNotSigned)Error$/u)
        ])
      }
    }
  )
})

describe("the terms of an endpoint of the host (GA23)", () => {
  const call = { method: "POST", path: "/payouts", body: { amount: 500 }, ...by }

  it("are decoded for confirm, before anything is signed", async () => {
    const { client, stamps } = backend((payload) => payload)
    const shown: Array<SignedTerms> = []
    const confirm = (terms: SignedTerms) => {
      expect(stamps).toEqual([])
      shown.push(terms)
      return true
    }
    await rejection(client.signedRetry({ ...call, confirm }))
    expect(stamps).toHaveLength(1)
    expect(shown).toEqual([
      {
        operation: "Test",
        activity: "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
        accountId: ACCOUNT,
        method: "POST",
        path: "/payouts",
        values: payout,
        expiresAt: 1_760_342_700_000,
        mode: "sandbox",
        platformId: "alpha"
      }
    ])
  })

  it("are the body, where the guard returns no payload", async () => {
    const own = (payload: string) => {
      const { organizationId, parameters } = JSON.parse(payload)
      return payloadOf(parameters.context, organizationId)
    }
    const { client, stamps } = backend(own)
    await rejection(client.signedRetry({ ...call, expects: { amount: 500 } }))
    expect(stamps).toHaveLength(1)
    expect(await rejection(client.signedRetry({ ...call, expects: { amount: 501 } }))).toBeInstanceOf(TermsDifferError)
    expect(stamps).toHaveLength(1)
    const other = backend((payload) => {
      const { organizationId, parameters } = JSON.parse(payload)
      return payloadOf(parameters.context, organizationId, raw({ bodySha256: "ab".repeat(32) }))
    })
    await rejection(other.client.signedRetry({ ...call, confirm: () => true }))
    expect(other.stamps).toEqual([])
  })

  it.each([
    ["false", () => false],
    ["a promise of false", async () => false],
    ["nothing", () => undefined],
    ["a text", () => "yes"],
    ["a promise of a text", async () => "yes"]
  ])("are not signed when confirm returns %s", async (_, confirm) => {
    const { client, stamps } = backend((payload) => payload)
    const attempt = Reflect.apply(client.signedRetry, undefined, [{ ...call, confirm }])
    expect([await rejection(attempt), stamps]).toEqual([new NotConfirmedError(), []])
  })

  it.each([
    ["exportWallet", (client: Client, confirm: () => boolean) => client.exportWallet(ACCOUNT, { ...by, confirm })],
    [
      "revokeCredential",
      (client: Client, confirm: () => boolean) => client.revokeCredential(credential, { ...by, confirm })
    ]
  ])("are shown for %s too, which signs nothing without a confirmation", async (_, run) => {
    const { client, stamps } = backend((payload) => payload)
    expect([await rejection(run(client, () => false)), stamps]).toEqual([new NotConfirmedError(), []])
  })

  it("are not requested from the server by a caller that states nothing", async () => {
    const sent: Array<unknown> = []
    const client = clientOf({
      fetch: async (url) => {
        sent.push(url)
        return json(200, {})
      }
    })
    const attempt = Reflect.apply(client.signedRetry, undefined, [call])
    expect(await rejection(attempt)).toEqual(new TypeError("State what to sign: pass expects or confirm"))
    expect(sent).toEqual([])
  })

  it("are compared by a function where the caller does not know a value, and only true is an approval", async () => {
    const { client, stamps } = backend((payload) => payload)
    const fee = (value: unknown) => typeof value === "number" && value <= 25
    await rejection(client.signedRetry({ ...call, expects: { ...payout, fee } }))
    expect(stamps).toHaveLength(1)
    const low = (value: unknown) => typeof value === "number" && value < 25
    const error = await rejection(client.signedRetry({ ...call, expects: { ...payout, fee: low } }))
    expect(error).toMatchObject({
      name: "TermsDifferError",
      message: "POST /payouts answered 202: the payload to sign names another fee"
    })
    const promised = { ...call, expects: { ...payout, fee: async () => true } }
    await rejection(Reflect.apply(client.signedRetry, undefined, [promised]))
    expect(stamps).toHaveLength(1)
  })

  it("name no text of the server in an error", async () => {
    const { client } = backend((payload) => {
      const { organizationId, parameters } = JSON.parse(payload)
      return payloadOf(parameters.context, organizationId, raw({ ...payout, "Call +1 555 0100": 1 }))
    })
    const error = await rejection(client.signedRetry({ ...call, expects: payout }))
    expect(error).toHaveProperty("message", "POST /payouts answered 202: the payload to sign names another field")
  })

  it("are signed unseen through the deprecated door alone, which says so in its name", async () => {
    const { client, stamps } = backend((payload) => {
      const { organizationId, parameters } = JSON.parse(payload)
      return payloadOf(parameters.context, organizationId, raw({ payee: "somebody else", fee: 999_900 }))
    })
    await rejection(client[UNSEEN](call))
    expect(stamps).toHaveLength(1)
    await rejection(client.signedRetry({ ...call, expects: payout }))
    expect(stamps).toHaveLength(1)
  })
})
