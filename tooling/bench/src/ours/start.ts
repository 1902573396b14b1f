import { migrate, type Pool, type PoolQuery, postgres } from "@countersign/postgres"
import { type CountersignOptions, createCountersign, secretDigest } from "countersign"
import { type Change, type Environment, environmentKey, layer, memoryStore, Store, Vault } from "countersign/effect"
import { Effect, Layer, ManagedRuntime, Schema } from "effect"
import pg from "pg"
import {
  authorizationOf,
  type Issuer,
  PLATFORM,
  type Platform,
  RELYING_PARTY,
  SERVICE_KEYS,
  SESSION_LIFETIME,
  type Seed,
  SUBJECTS,
  type Subject,
  startIssuer
} from "../seed/Seed.ts"
import { letterBox, listening, POOL_SIZE, type Running, type ServerSpec } from "../server/ServerSpec.ts"
import { ENVIRONMENT, equipped } from "./equipped.ts"
import { hostOf } from "./hostOf.ts"

/**
 * Writes the subjects and returns them. The service creates the customers over a store that only records the changes.
 * The credentials are added to those changes, and everything is written in large commits.
 */
export const settle = async (
  store: Store["Service"],
  options: CountersignOptions,
  {
    count,
    issuer,
    platformId = ENVIRONMENT.platformId
  }: { readonly count: number; readonly issuer: Issuer; readonly platformId?: string }
): Promise<ReadonlyArray<Subject>> => {
  const heard: Array<Change> = []
  const environment: Environment = { ...ENVIRONMENT, platformId }
  const service = createCountersign({ ...options, store: Layer.succeed(Store, listener(heard, environment)) })
  const { customers } = service.api.in(environment)
  const write = () => Effect.runPromise(store.commit(heard.splice(0), []))
  const subjects: Array<Subject> = []
  for (let number = 0; number < count; number += 1) {
    const email = `subject-${number}@example.com`
    const from = heard.length
    const { id: customerId } = await customers.create({ customerType: "INDIVIDUAL", email })
    const { changes, ids } = equipped(number, { environment, issuer, changes: heard.slice(from) })
    heard.push(...changes)
    subjects.push({ number, customerId, email, ...ids })
    if (heard.length > CHANGES_OF_A_COMMIT) await write()
  }
  await write()
  await service.close()
  return subjects
}

const CHANGES_OF_A_COMMIT = 250

/** Records the writes to one environment. The environments of the service's other tokens are seeded separately. */
const listener = (heard: Array<Change>, environment: Environment): Store["Service"] => ({
  load: (refs) => Effect.succeed(refs.map(() => [])),
  find: () => Effect.succeed([]),
  commit: (changes) =>
    Effect.sync(
      () => void heard.push(...changes.filter((change) => change.environment === environmentKey(environment)))
    ),
  claimDue: () => Effect.succeed([]),
  sweep: () => Effect.succeed(0)
})

/** A host's pool that counts the statements sent for requests, without those of background workers. */
const countedPool = (database: string | undefined) => {
  const pool = new pg.Pool({ connectionString: database, max: POOL_SIZE, idleTimeoutMillis: 0 })
  pool.on("error", () => {})
  let count = 0
  const counted: Pool = {
    connect: async () => {
      const client = await pool.connect()
      return {
        query: (query, values) => {
          if (!isOfWorkers(query)) count += 1
          return typeof query === "string" ? client.query(query, values) : client.query(query)
        },
        release: (error) => client.release(error),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener)
      }
    }
  }
  return {
    pool: counted,
    statements: () => count,
    /** Opens all connections of the pool, so that none is opened during a measurement. */
    fill: async () => {
      const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => pool.connect()))
      for (const client of clients) client.release()
    },
    analyze: () => pool.query("analyze"),
    end: () => pool.end()
  }
}

/** Whether a background worker sent the statement: claim, sweep, endpoint lookup, or removal of completed work. */
const isOfWorkers = (query: string | PoolQuery): boolean => {
  if (typeof query === "string") return /to_regclass/u.test(query)
  const { text, values } = query
  if (/\.claim\(|\.sweep\(|to_regclass/u.test(text)) return true
  // A commit by the statement of its shape has its records as one JSON array, a commit by the function its collections as
  // the ninth value. The second value of a load by id has its collections.
  if (text.includes("json_to_recordset($1")) return recordsIn(values[0]).every(({ collection }) => isOrder(collection))
  return /\.commit\(/u.test(text) ? named(values[8]).every(isOrder) : named(values[1]).includes("platform_configs")
}

const named = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const recordsIn = (value: unknown): ReadonlyArray<{ readonly collection: string }> => JSON.parse(String(value))
const isOrder = (collection: unknown): boolean => ORDERS.some((order) => order === collection)
const ORDERS = ["code_mails", "notices", "privacy_orders", "events"]

/** Token buckets that are never empty. The peers run without rate limits too. */
const UNLIMITED = { capacity: 1_000_000_000, refillEvery: 1 }

/** The options of a production service, as a host writes them. */
export const optionsOf = (
  { issuer, jwksUri }: { readonly issuer: Issuer; readonly jwksUri: string },
  platforms: ReadonlyArray<Platform> = [PLATFORM]
) => {
  const { origin, rpId } = RELYING_PARTY
  const options: CountersignOptions = {
    tokens: platforms.map(({ platformId, secret, tokenId }) => ({
      id: tokenId,
      secretSha256: secretDigest(secret),
      platformId,
      mode: "production"
    })),
    keys: SERVICE_KEYS,
    // The load reads e-mails when they are queued; see lettersOf.
    mailer: { sendCode: async () => {} },
    externalAccounts: { verify: async () => ({ standing: "CONFIRMED", nameMatch: "MATCHED" }) },
    production: {
      passkeys: { rpIds: [rpId], origins: [origin] },
      oidc: { issuers: [{ issuer: issuer.issuer, jwksUri, audiences: [issuer.audience] }] }
    },
    policy: {
      sessionLifetime: SESSION_LIFETIME,
      challengesPerCredential: UNLIMITED,
      challengesPerAddress: UNLIMITED,
      requestsPerAccount: UNLIMITED,
      callsPerToken: UNLIMITED
    },
    logs: "none"
  }
  return options
}

/** The store of a server, and the number of statements sent to it. */
const openStore = async ({ database, store }: ServerSpec) => {
  if (store === "memory") return { ...(await built(memoryStore)), statements: () => 0, settled: async () => {} }
  const { analyze, end, fill, pool, statements } = countedPool(database)
  await fill()
  await migrate(pool)
  const { close, store: opened } = await built(postgres({ pool }))
  return {
    store: opened,
    statements,
    /** Runs `analyze`, as autovacuum does within a minute after many inserts. The planner needs the statistics. */
    settled: async () => void (await analyze()),
    close: async () => {
      await close()
      await end()
    }
  }
}

const built = async (layer: Layer.Layer<Store>) => {
  const runtime = ManagedRuntime.make(layer)
  return { store: await runtime.runPromise(Effect.service(Store)), close: () => runtime.dispose() }
}

/**
 * A store that reads an e-mail when it is queued. The service sends e-mails a quarter of a second later in batches of
 * twenty, and that delay would dominate the measurement.
 */
const lettersOf = (
  store: Store["Service"],
  vault: Vault["Service"],
  post: (address: string, code: string) => void
): Store["Service"] => ({
  ...store,
  commit: (changes, guards) => {
    const order = changes.find(({ collection, op }) => collection.name === "code_mails" && op !== "remove")
    if (order === undefined || order.op === "remove") return store.commit(changes, guards)
    const { issueId, sealedCode, to } = readOrder(order.body)
    return store.commit(changes, guards).pipe(
      Effect.andThen(vault.open(sealedCode, `email-otp code ${issueId}`)),
      Effect.map((code) => post(to, Buffer.from(code).toString()))
    )
  }
})

const readOrder = Schema.decodeUnknownSync(
  Schema.Struct({ issueId: Schema.String, sealedCode: Schema.String, to: Schema.String })
)

/** Countersign as in production: a production token, its own pool, and limits that no run reaches. */
export const start = async (spec: ServerSpec): Promise<Running> => {
  const { seeds, ...running } = await startFor(spec, [PLATFORM])
  return { ...running, seed: seeds[0] }
}

/** The same for several platforms, each with its own subjects. `more` are additional options. */
export const startFor = async (
  spec: ServerSpec,
  platforms: ReadonlyArray<Platform>,
  more: Partial<CountersignOptions> = {}
): Promise<Omit<Running, "seed"> & { readonly seeds: ReadonlyArray<Seed> }> => {
  const letters = await letterBox()
  const issuer = await startIssuer()
  const opened = await openStore(spec)
  const base = optionsOf(issuer, platforms)
  const options = { ...base, ...more, policy: { ...base.policy, ...more.policy } }
  const subjects: Array<ReadonlyArray<Subject>> = []
  for (const { platformId } of platforms) {
    const count = spec.subjects ?? SUBJECTS
    subjects.push(await settle(opened.store, base, { count, issuer: issuer.issuer, platformId }))
  }
  await opened.settled()
  const ports = ManagedRuntime.make(layer({ ...options, store: Layer.succeed(Store, opened.store) }))
  const vault = await ports.runPromise(Effect.service(Vault))
  const countersign = createCountersign({
    ...options,
    store: Layer.succeed(Store, lettersOf(opened.store, vault, letters.post))
  })
  const listener = await hostOf(spec.mount, countersign)
  const server = await listening(listener)
  return {
    port: server.port,
    listener,
    statements: opened.statements,
    seeds: platforms.map((platform, nth) => ({
      authorization: authorizationOf(platform),
      bundleSigner: countersign.bundleSigner,
      letters: letters.port,
      issuer: issuer.issuer,
      subjects: subjects[nth] ?? []
    })),
    close: async () => {
      await server.close()
      await countersign.close()
      await ports.dispose()
      await opened.close()
      await issuer.close()
      letters.close()
    }
  }
}
