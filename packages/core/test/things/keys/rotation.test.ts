import { gbp, person } from "@countersign/harness/externalAccounts"
import { clientKey, signed } from "@countersign/harness/fixtures"
import { rotation } from "@countersign/harness/rotation"
import {
  callers,
  customerOf,
  type Keys,
  keyPair,
  keys,
  type LocalWorld,
  makeWorld,
  retryHeaders,
  sealed,
  tokenOptions
} from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { openWalletExport, parsePublicKey } from "@countersign/wire"
import { ConfigurationError, type KeyOptions, resealVault } from "countersign"
import { Store } from "countersign/effect"
import { Effect, Layer, Logger } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"

const live = callers.live
const [before, both, moved, after] = rotation as readonly [KeyOptions, KeyOptions, KeyOptions, KeyOptions]

/** Nodes that share a store, a mailbox and a log. */
const makeNodes = () => {
  const store = Layer.succeed(Store, Effect.runSync(makeMemoryStore))
  const letters: Array<{ readonly to: string; readonly code: string }> = []
  const lines: Array<string> = []
  const logger = Logger.make(({ cause, logLevel, message }) => {
    // Sign-ins and queues that a node leaves to others are no faults.
    if (logLevel !== "Info") lines.push(`${message} ${cause}`)
  })
  const telemetry = Logger.layer([logger])
  const mailer = { sendCode: async (mail: { readonly to: string; readonly code: string }) => void letters.push(mail) }
  const node = (keys: KeyOptions) => {
    // The start has nothing to say about it.
    const policy = { emailChange: "proven" } as const
    const world = makeWorld({ clock: "real", store, mailer, policy, telemetry, logs: "none", keys })
    onTestFinished(() => world.countersign.close())
    return world
  }
  return { node, letters, lines, store }
}
type Nodes = ReturnType<typeof makeNodes>

/** A production user: a code from one node, verified at a second one, and signed for at a third. */
const login = async (
  { letters }: Nodes,
  [requested, answered, finished]: readonly [LocalWorld, LocalWorld, LocalWorld],
  credentialId: string
): Promise<Keys> => {
  const client = keyPair()
  const path = `/auth/credentials/${credentialId}`
  const mails = letters.length
  const challenge = await requested.call(live, "POST", `${path}/challenge`)
  await expect.poll(() => letters.length).toBeGreaterThan(mails)
  const bundle: string = challenge.body.otpEncryptionTargetBundle
  const code = letters.at(-1)?.code ?? ""
  const body = { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(requested, bundle, code, client.publicKey) }
  const first = await answered.call(live, "POST", `${path}/verify`, { body })
  const headers = retryHeaders(first.body, client)
  const done = await finished.call(live, "POST", `${path}/verify`, { body, headers })
  expect([challenge.status, first.status, done.status]).toEqual([200, 202, 200])
  return client
}

const wordsOf = async (node: LocalWorld, accountId: string, session: Keys): Promise<string> => {
  const client = clientKey()
  const call = { method: "POST", path: `/internal-accounts/${accountId}/export`, body: { clientPublicKey: client.hex } }
  const answer = await signed(node, live, session, call)
  expect(answer.status).toBe(200)
  return openWalletExport({
    text: answer.body.encryptedWalletCredentials,
    trustedSigner: node.countersign.bundleSigners.map((key) => parsePublicKey(key)),
    organizationId: accountId,
    recipientPrivateKey: client.privateKey
  })
}

/** Long-lived encrypted data: an external account, a customer, and a beneficial owner. */
const stored = async (node: LocalWorld, nth: number) => {
  const account = await node.call(live, "POST", "/platform/external-accounts", { body: gbp(String(12345600 + nth)) })
  const business = { customerType: "BUSINESS", businessInfo: { legalName: `Acme ${nth} Ltd` } }
  const customer = await node.call(live, "POST", "/customers", { body: business })
  const personalInfo = {
    firstName: "Ada",
    lastName: `Lovelace ${nth}`,
    birthDate: "1815-12-10",
    nationality: "GB",
    address: person.address,
    idType: "PASSPORT",
    identifier: `P-${nth}`
  }
  const owner = await node.call(live, "POST", "/beneficial-owners", {
    body: { customerId: customer.body.id, roles: ["UBO"], personalInfo }
  })
  expect([account.status, customer.status, owner.status]).toEqual([201, 201, 201])
  return [
    [`/platform/external-accounts/${account.body.id}`, "accountInfo", account.body.accountInfo],
    [`/customers/${customer.body.id}`, "businessInfo", business.businessInfo],
    [`/beneficial-owners/${owner.body.id}`, "personalInfo", personalInfo]
  ] as const
}

/** A path, a field of its response, and the expected value of that field. */
type Kept = readonly [string, string, unknown]

const requireOpened = async (node: LocalWorld, all: ReadonlyArray<Kept>) => {
  for (const [path, field, inside] of all) {
    const { body, status } = await node.call(live, "GET", path)
    expect([status, body[field]]).toEqual([200, inside])
  }
}

/** One call with an Idempotency-Key at two nodes: the second returns the stored answer of the first. */
const twice = async (one: LocalWorld, other: LocalWorld, key: string): Promise<Kept> => {
  const more = {
    body: { customerType: "INDIVIDUAL", email: `${key}@example.com`, fullName: `Ada ${key}` },
    headers: { "idempotency-key": key }
  }
  const first = await one.call(live, "POST", "/customers", more)
  const second = await other.call(live, "POST", "/customers", more)
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
  return [`/customers/${first.body.id}`, "fullName", `Ada ${key}`]
}

describe("a key rotation in progress, node by node", () => {
  it("I7 D13: fails no call, changes no wallet, and everything decrypts without the old keys at the end", async () => {
    const nodes = makeNodes()
    const first = nodes.node(before)
    const { accountId, credentialId, customerId } = await customerOf(first.call, live)
    await first.countersign.close()
    const all: Array<Kept> = [[`/customers/${customerId}`, "email", "ada@example.com"]]
    const words = new Set<string>()
    /** User actions while nodes have the keys of one step or the next, and no node has other keys. */
    const served = async (behind: KeyOptions, ahead: KeyOptions, name: string) => {
      const [one, other] = [nodes.node(behind), nodes.node(ahead)]
      all.push(...(await stored(one, all.length)), ...(await stored(other, all.length + 1)))
      for (const [requested, answered] of [
        [one, other],
        [other, one]
      ] as const) {
        const session = await login(nodes, [requested, answered, requested], credentialId)
        words.add(await wordsOf(answered, accountId, session))
        all.push(await twice(requested, answered, `${name}-${requested === one}`))
        await requireOpened(answered, all)
      }
      await Promise.all([one, other].map(({ countersign }) => countersign.close()))
    }
    await served(before, both, "a")
    await served(both, moved, "b")
    const options = { tokens: tokenOptions, keys: moved, store: nodes.store, mailer: { sendCode: async () => {} } }
    const [, , found] = await resealVault(options)
    // The node that is one step ahead created three of `kept` and one of `twice`, with the new key. The wallet's history
    // has a key of the first login.
    expect([found?.environment, found?.resealed]).toEqual(["production/alpha", all.length - 4 + 1])
    expect((await resealVault(options)).map(({ resealed }) => resealed)).toEqual([0, 0, 0, 0])
    await served(moved, after, "c")
    await requireOpened(nodes.node(after), all)
    expect([all.length, words.size]).toEqual([25, 1])
    expect(nodes.lines).toEqual([])
  })

  it("D13: re-encrypts records during calls that change them, and loses no write", async () => {
    const nodes = makeNodes()
    const old = nodes.node(both)
    const all = (await Promise.all([1, 2, 3, 4, 5].map((nth) => stored(old, nth)))).flat()
    const accounts = all.filter(([path]) => path.startsWith("/platform"))
    const customers = all.filter(([path]) => path.startsWith("/customers"))
    const node = nodes.node(moved)
    const options = { tokens: tokenOptions, keys: moved, store: nodes.store, mailer: { sendCode: async () => {} } }
    const renamed = accounts.map(([path], nth) =>
      node.call(live, "PATCH", path, { body: { platformAccountId: `renamed-${nth}` } })
    )
    const settled = customers.map(([path]) => node.call(live, "PATCH", path, { body: { region: "GB" } }))
    const [, answers] = await Promise.all([resealVault(options), Promise.all([...renamed, ...settled])])
    expect(answers.map(({ status }) => status)).toEqual([...accounts, ...customers].map(() => 200))
    expect((await resealVault(options)).map(({ resealed }) => resealed)).toEqual([0, 0, 0, 0])
    const last = nodes.node(after)
    await requireOpened(last, all)
    for (const [nth, [path]] of accounts.entries()) {
      expect((await last.call(live, "GET", path)).body.platformAccountId).toBe(`renamed-${nth}`)
    }
    for (const [path] of customers) expect((await last.call(live, "GET", path)).body.region).toBe("GB")
  })

  it("reports events that an older key encrypted, and their expiry", async () => {
    const nodes = makeNodes()
    const node = nodes.node(both)
    const made = [
      await node.call(callers.a, "POST", "/platform/external-accounts", { body: gbp() }),
      await node.call(callers.a, "POST", "/customers", { body: { customerType: "INDIVIDUAL" } })
    ]
    expect(made.map(({ status }) => status)).toEqual([201, 201])
    const options = { tokens: tokenOptions, keys: moved, store: nodes.store, mailer: { sendCode: async () => {} } }
    const [sandbox] = await resealVault(options)
    expect(sandbox).toMatchObject({ environment: "sandbox/alpha", resealed: 2, aging: 2 })
    expect(sandbox?.until).toBeGreaterThan(Date.now() + 7 * 86_400_000)
  })
})

describe("skipped steps of a rotation fail by name", () => {
  const findingsOf = (keys: KeyOptions) => {
    try {
      makeWorld({ keys })
    } catch (error) {
      if (error instanceof ConfigurationError) return error.findings.map(({ option }) => option)
      throw error
    }
    throw new Error("the keys were accepted")
  }

  it("a second vault key without keys.wallets is rejected at start", () => {
    const { wallets: _, ...unnamed } = both
    expect(findingsOf(unnamed)).toEqual(["keys.wallets"])
  })

  it("D13: a record without its key is unreadable, and the log reports it", async () => {
    const nodes = makeNodes()
    const [[path]] = await stored(nodes.node(before), 1)
    expect((await nodes.node(after).call(live, "GET", path)).status).toBe(500)
    expect(nodes.lines.join("\n")).toContain("VaultBroken")
  })

  it("dropping keys.wallets prevents wallet exports, is reported at start, and loses no wallet", async () => {
    const nodes = makeNodes()
    const first = nodes.node(before)
    const { accountId, credentialId } = await customerOf(first.call, live)
    const session = await login(nodes, [first, first, first], credentialId)
    const words = await wordsOf(first, accountId, session)
    const { wallets: _, ...dropped } = after
    const wrong = nodes.node(dropped)
    await wrong.call(live, "GET", "/customers")
    await expect.poll(() => nodes.lines.join("\n")).toContain("WalletRootChanged")
    const client = clientKey()
    const path = `/internal-accounts/${accountId}/export`
    const refused = await signed(wrong, live, session, { method: "POST", path, body: { clientPublicKey: client.hex } })
    expect([refused.status, refused.body.code]).toEqual([500, "INTERNAL_ERROR"])
    expect(nodes.lines.join("\n")).not.toContain(keys.vault)
    expect(await wordsOf(nodes.node(after), accountId, session)).toBe(words)
  })
})
