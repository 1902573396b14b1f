import { withoutLimits } from "@countersign/harness/world"
import { migrate, type PostgresOptions, postgres } from "@countersign/postgres"
import { type CountersignOptions, createCountersign, secretDigest } from "countersign"
import { type Change, type Environment, environmentKey, layer, memoryStore, Store, Vault } from "countersign/effect"
import { Effect, Layer, ManagedRuntime, Schema } from "effect"
import type { Issuer, Platform, Seed, Subject } from "../seed/Seed.ts"
import * as seed from "../seed/Seed.ts"
import { countedPool, IN_MEMORY, letterBox, running, type ServerSpec } from "../server/ServerSpec.ts"
import { ENVIRONMENT, equipped } from "./equipped.ts"
import { hostOf } from "./hostOf.ts"

/**
 * Writes the subjects and returns them. The service creates the customers over a store that only records the changes.
 * The credentials are added to those changes, and everything is written in large commits.
 */
export const settle = async (
  store: Store["Service"],
  options: CountersignOptions,
  of: { readonly count: number; readonly issuer: Issuer; readonly platformId?: string }
): Promise<ReadonlyArray<Subject>> => {
  const received: Array<Change> = []
  const { count, issuer, ...place } = of
  const environment: Environment = { ...ENVIRONMENT, ...place }
  const service = createCountersign({ ...options, store: Layer.succeed(Store, recording(received, environment)) })
  const { customers } = service.api.in(environment)
  const write = () => Effect.runPromise(store.commit(received.splice(0), []))
  const subjects: Array<Subject> = []
  for (let number = 0; number < count; number += 1) {
    const email = `subject-${number}@example.com`
    const from = received.length
    const { id: customerId } = await customers.create({ customerType: "INDIVIDUAL", email })
    const { changes, ids } = equipped(number, received.slice(from), environment, issuer)
    received.push(...changes)
    subjects.push({ number, customerId, email, ...ids })
    if (received.length > 250) await write()
  }
  await write()
  await service.close()
  return subjects
}

/** Records the writes to one environment. The environments of the service's other tokens are seeded separately. */
const recording = (received: Array<Change>, environment: Environment): Store["Service"] => ({
  load: (refs) => Effect.succeed(refs.map(() => [])),
  find: () => Effect.succeed([]),
  commit: (changes) =>
    Effect.sync(
      () => void received.push(...changes.filter((change) => change.environment === environmentKey(environment)))
    ),
  claimDue: () => Effect.succeed([]),
  sweep: () => Effect.succeed(0)
})

/** The options of a production service, as a host writes them. */
export const optionsOf = (
  { issuer, jwksUri }: { readonly issuer: Issuer; readonly jwksUri: string },
  platforms: ReadonlyArray<Platform> = [seed.PLATFORM]
): CountersignOptions => ({
  tokens: platforms.map(({ platformId, secret, tokenId }) => {
    return { id: tokenId, secretSha256: secretDigest(secret), platformId, mode: "production" }
  }),
  keys: seed.SERVICE_KEYS,
  // The load reads e-mails when they are queued; see lettersOf.
  mailer: { sendCode: async () => {} },
  externalAccounts: { verify: async () => ({ standing: "CONFIRMED", nameMatch: "MATCHED" }) },
  production: {
    passkeys: { rpIds: [seed.RELYING_PARTY.rpId], origins: [seed.RELYING_PARTY.origin] },
    oidc: { issuers: [{ issuer: issuer.issuer, jwksUri, audiences: [issuer.audience] }] }
  },
  // The peers run without rate limits too, and a new service has no older nodes.
  policy: { sessionLifetime: seed.SESSION_LIFETIME, firstLegs: "unstored", ...withoutLimits },
  logs: "none"
})

/** Opens a store with its meters, and creates its tables if needed. Without a database, opens one in memory. */
export const openStore = async (database: string | undefined, options = PATIENT, connections?: number) => {
  if (database === undefined) return { ...(await built(memoryStore)), ...IN_MEMORY, pool: undefined }
  const { close: end, fill, pool, ...meters } = countedPool(database, connections)
  await fill()
  await migrate(pool)
  const { close, store } = await built(postgres({ pool, ...options }))
  return { store, ...meters, pool, close: () => close().then(end) }
}

/** Milliseconds. The speed of a busy machine is not under test. */
const PATIENT: Pick<PostgresOptions, "timeout"> = { timeout: 60_000 }

const built = async (layer: Layer.Layer<Store>) => {
  const runtime = ManagedRuntime.make(layer)
  return { store: await runtime.runPromise(Effect.service(Store)), close: () => runtime.dispose() }
}

/**
 * A store that reads an e-mail when it is queued. The service sends e-mails a quarter of a second later in batches of
 * twenty, and that delay would dominate the measurement.
 */
const lettersOf = (store: Store["Service"], vault: Vault["Service"], post: Post): Store["Service"] => ({
  ...store,
  commit: (changes, guards) => {
    const order = changes.find(({ collection, op }) => collection.name === "code_mails" && op !== "remove")
    if (order === undefined || order.op === "remove") return store.commit(changes, guards)
    const { issueId, sealedCode, to } = readOrder(order.body)
    return store.commit(changes, guards).pipe(
      Effect.andThen(Effect.orDie(vault.open(sealedCode, `email-otp code ${issueId}`))),
      Effect.map((code) => post(to, Buffer.from(code).toString()))
    )
  }
})

type Post = (address: string, code: string) => void
const { String: Text } = Schema
const readOrder = Schema.decodeUnknownSync(Schema.Struct({ issueId: Text, sealedCode: Text, to: Text }))

/**
 * Countersign as in production: a production token, its own pool, and limits that no run reaches. For several platforms,
 * each has its own subjects. `more` are additional options.
 */
export const start = async (
  spec: ServerSpec,
  platforms: ReadonlyArray<Platform> = [seed.PLATFORM],
  more: Partial<CountersignOptions> = {}
) => {
  const letters = await letterBox()
  const issuer = await seed.startIssuer()
  const { close, pool, statements, store, written } = await openStore(spec.database, {}, spec.connections)
  const base = optionsOf(issuer, platforms)
  const options = { ...base, ...more, policy: { ...base.policy, ...more.policy } }
  const subjects: Array<ReadonlyArray<Subject>> = []
  for (const { platformId } of platforms) {
    const of = { count: spec.subjects ?? seed.SUBJECTS, issuer: issuer.issuer, platformId }
    subjects.push(spec.known ?? (await settle(store, base, of)))
  }
  // Autovacuum does this within a minute after many inserts, and the planner needs the statistics.
  await pool?.query("analyze")
  const ports = ManagedRuntime.make(layer({ ...options, store: Layer.succeed(Store, store) }))
  const vault = await ports.runPromise(Effect.service(Vault))
  const posting = Layer.succeed(Store, lettersOf(store, vault, letters.post))
  const countersign = createCountersign({ ...options, store: posting })
  const seeds = platforms.map((platform, nth): Seed => {
    const { bundleSigner } = countersign
    const authorization = seed.authorizationOf(platform)
    return { authorization, bundleSigner, letters: letters.port, issuer: issuer.issuer, subjects: subjects[nth] ?? [] }
  })
  const closes = [() => countersign.close(), () => ports.dispose(), close, issuer.close, letters.close]
  const server = await running(hostOf(spec.mount, countersign), { statements, written, seed: seeds[0], closes })
  return { ...server, pool, seeds }
}
