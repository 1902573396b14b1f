import { oidcNonce } from "@countersign/wire"
import { Effect, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import {
  AccountTurns,
  addCredential,
  type Collection,
  Conflict,
  type Credential,
  type CredentialType,
  CurrentEnvironment,
  challengeCredential,
  credentials,
  customers,
  IdentityTokens,
  internalAccounts,
  makeTurns,
  Passkeys,
  type Row,
  Seals,
  Secrets,
  ServiceKey,
  StampAuthority,
  Store,
  Throttle,
  Vault,
  verifyCredential
} from "../src/internal.ts"
import { operation } from "../src/steps/operation.ts"
import { type Limited, type Plan, Recorded, remove } from "../src/store/plans.ts"
import { stored } from "../src/store/records.ts"
import {
  accountId,
  accountOf,
  credentialId,
  credentialOf,
  customerOf,
  environment,
  here,
  passkeyMaterial,
  publicKey,
  T
} from "./given.ts"

type Rows = Map<string, Row>

const put = <A>(rows: Rows, { encode, id, name }: Collection.Collection<A>, value: A) => {
  const key = `${name} ${id(value)}`
  const version = (rows.get(key)?.version ?? 0) + 1
  rows.set(key, { environment, id: id(value), version, createdAt: T, updatedAt: T, body: encode(value) })
}

/** A store whose first commits conflict: before each one, an entry of `races` changes the rows. */
const racedStore = (rows: Rows, races: Array<() => void>) => {
  const commits: Array<ReadonlyArray<string>> = []
  const refused = () => Effect.die("not used")
  const store = Store.of({
    load: (refs) =>
      Effect.sync(() =>
        refs.map((ref) => {
          if (ref.by === "unique") return []
          const all = [...rows].filter(([key]) => key.startsWith(`${ref.collection.name} `)).map(([, row]) => row)
          return ref.by === "id" ? all.filter(({ id }) => id === ref.id) : all
        })
      ),
    commit: (changes) =>
      Effect.suspend(() => {
        const race = races.shift()
        race?.()
        if (race !== undefined) return Effect.fail(new Conflict({ because: "version", collection: "any" }))
        commits.push(changes.map(({ collection, op }) => `${op} ${collection.name}`))
        for (const change of changes) {
          const { collection, id } = change
          if (change.op === "insert") {
            rows.set(`${collection.name} ${id}`, {
              environment,
              id,
              version: 1,
              createdAt: T,
              updatedAt: T,
              body: change.body
            })
          }
        }
        return Effect.void
      }),
    find: refused,
    claimDue: refused,
    sweep: refused
  })
  return { store, commits }
}

const identity = { audience: "app", issuer: "https://issuer", subject: "s" }
/** An account with a credential, the ports of an operation, and a log of the verifier calls. */
const given = (type: CredentialType, material: Credential["material"]) => {
  const rows: Rows = new Map()
  const races: Array<() => void> = []
  put(rows, internalAccounts, accountOf().value)
  put(rows, customers, customerOf("APPROVED", "a@example.com").value)
  put(rows, credentials, credentialOf(type, material).value)
  const requested: Array<unknown> = []
  const { commits, store } = racedStore(rows, races)
  const unused = () => Effect.die("not used")
  const ports = Layer.mergeAll(
    Layer.sync(AccountTurns, makeTurns),
    Layer.succeed(Store, store),
    Layer.succeed(CurrentEnvironment, here),
    Layer.succeed(Secrets, { bytes: (count) => Effect.succeed(new Uint8Array(count)), code: unused }),
    Layer.succeed(Throttle, {
      spend: (buckets) => Effect.sync(() => requested.push(...buckets.map(({ key }) => key)))
    }),
    Layer.succeed(IdentityTokens, {
      clockSkew: 0,
      mayTrust: () => true,
      identify: (token, at) =>
        Effect.sync(() => {
          requested.push(token)
          return { ...identity, issuedAt: at / 1000, expiresAt: at / 1000 + 30, nonce: oidcNonce(publicKey) }
        })
    }),
    Layer.succeed(Passkeys, {
      register: unused,
      assert: ({ material: { counter } }) =>
        Effect.sync(() => {
          requested.push(counter)
          return { counter: counter + 1, isBackupEligible: false } as never
        })
    }),
    Layer.succeed(ServiceKey, {
      receipts: { kid: "k", publicKey, sign: () => Effect.succeed(new Uint8Array(64)) }
    } as never),
    Layer.mock(Seals)({}),
    Layer.mock(Vault)({
      seal: () => Effect.succeed("sealed"),
      sealWith: () => Effect.succeed("sealed")
    }),
    Layer.mock(StampAuthority)({})
  )
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Success<typeof ports>>) =>
    Effect.runPromise(Effect.provide(program, ports))
  return { rows, races, asked: requested, commits, run }
}

describe("FT3: after a version conflict a verifier is called again only if its input has changed", () => {
  const submission = { type: "OAUTH", oidcToken: "token", clientPublicKey: publicKey } as const

  it("verifies the token of a login once, over two conflicts", async () => {
    const { asked: requested, commits, races, rows, run } = given("OAUTH", identity)
    races.push(() => put(rows, internalAccounts, accountOf().value))
    races.push(() => put(rows, credentials, credentialOf("OAUTH", identity).value))
    const opened = await run(verifyCredential({ credentialId, submission }, {}))
    expect([opened._tag, requested]).toEqual(["Done", ["token"]])
    expect(commits).toEqual([
      ["insert sessions", "insert spent", "replace credentials", "insert receipts", "insert receipt_heads"]
    ])
  })

  const addition = { type: "OAUTH", accountId, oidcToken: "token" } as const
  it.each([
    ["another call wrote the account", (rows: Rows) => put(rows, internalAccounts, accountOf().value), 1],
    [
      "the customer's address changed",
      (rows: Rows) => put(rows, customers, customerOf("APPROVED", "b@example.com").value),
      2
    ]
  ])("an addition that conflicts because %s: consumes its rate limit once", async (_, race, times) => {
    const { asked: requested, races, rows, run } = given("PASSKEY", passkeyMaterial(0))
    races.push(() => race(rows))
    const started = await run(addCredential({ accountId, addition, body: addition }, {}))
    expect(started._tag).toBe("Challenge")
    expect(requested.filter((each) => each === "token").length).toBe(times)
    expect(requested.filter((each) => each === `AddCredential ${accountId}`).length).toBe(1)
  })

  it.each([
    ["a session was opened", 4, [4]],
    ["another assertion raised the counter", 5, [4, 5]]
  ])("verifies the passkey again only if needed, after a conflict because %s", async (_, counter, verified) => {
    const { asked: requested, races, rows, run } = given("PASSKEY", passkeyMaterial(4))
    const challenged = await run(challengeCredential(credentialId, publicKey))
    if (challenged._tag !== "AssertionAwaited") throw new Error("no assertion is awaited")
    const assertion = { credentialId: "id", clientDataJson: "c", authenticatorData: "a", signature: "s" }
    const body = { type: "PASSKEY", assertion } as const
    races.push(() => put(rows, credentials, credentialOf("PASSKEY", passkeyMaterial(counter)).value))
    const { requestId } = challenged.request
    expect((await run(verifyCredential({ credentialId, submission: body }, { requestId })))._tag).toBe("Done")
    expect(requested.filter((each) => typeof each === "number")).toEqual(verified)
  })
})

describe("the operation runner", () => {
  const bucket = { environment, key: "limit", capacity: 1, refillEvery: 1, consistency: "strong" } as const
  const plan: Plan & Limited = { changes: [], guards: [{ guard: "before", at: T }], limits: [bucket] }

  it("commits the plan of a refusal before returning it, and decides again after a conflict", async () => {
    const { asked: requested, commits, races, rows, run } = given("OAUTH", identity)
    races.push(() => undefined)
    const [row] = rows.values()
    if (row === undefined) throw new Error("there is no record")
    const wrong = { ...plan, changes: [remove(stored(internalAccounts, row))] }
    let decided = 0
    const refuse = operation((_: undefined) => ({})).decide(() => {
      decided += 1
      return Result.fail(new Recorded(wrong, "refused" as const))
    })
    expect(await run(Effect.flip(refuse(undefined)))).toBe("refused")
    expect([decided, commits, requested]).toEqual([2, [["remove internal_accounts"]], ["limit"]])
  })

  it("does not commit an empty decision, and gives up after 12 attempts", async () => {
    const { commits, races, run } = given("OAUTH", identity)
    const idle = operation((_: undefined) => ({})).decide(() => Result.succeed({ changes: [], guards: [], reply: 1 }))
    expect([await run(idle(undefined)), commits]).toEqual([1, []])
    let rounds = 0
    const busy = operation((_: undefined) => ({})).decide(() => {
      rounds += 1
      races.push(() => undefined)
      return Result.succeed({ ...plan, reply: 1 })
    })
    const refusal = await run(Effect.flip(busy(undefined)))
    expect([rounds, refusal._tag]).toEqual([12, "StoreUnavailable"])
  })
})
