import {
  codeMails,
  type DueRound,
  deliverMails,
  type EventBodies,
  events,
  type Mailer,
  makeWebhookWork,
  noticeMails,
  notifyWallets,
  outcomeOrders,
  type PaymentRails,
  privacyOrders,
  type Secrets,
  type ServiceKey,
  type Store,
  type StoreUnavailable,
  settleOutcomes,
  sweepExpired,
  type Vault,
  type Verification,
  verificationOrders,
  verifyAccounts,
  type Wallets,
  type WebhookKeys,
  type WebhookSender
} from "@countersign/core/internal"
import { memoryStore } from "@countersign/memory"
import { publicKeyOf, secretDigest } from "@countersign/node-crypto"
import type { PasskeyPolicy } from "@countersign/passkeys"
import { decodeHex, encodeHex } from "@countersign/wire"
import { Context, Effect, Schedule } from "effect"
import { examineOptions } from "./examineOptions.ts"
import { measuredStore } from "./measuredStore.ts"
import { ConfigurationError, type CountersignOptions, type DevelopmentDefault, type TokenOptions } from "./options.ts"
import { toLayer } from "./toLayer.ts"

/**
 * The background workers. Every 250 milliseconds they deliver mail and webhooks, notify wallets and apply due payment
 * outcomes; every second they verify pending accounts; every minute they delete expired records. A round that fails is
 * logged and retried one second later. A round in progress completes before the workers stop.
 */
export const workers = Effect.all(
  [
    busily(deliverMails()).pipe(logged("deliverMails"), Effect.repeat(Schedule.spaced("250 millis"))),
    busily(notifyWallets()).pipe(logged("tellWallets"), Effect.repeat(Schedule.spaced("250 millis"))),
    busily(settleOutcomes()).pipe(logged("settleOutcomes"), Effect.repeat(Schedule.spaced("250 millis"))),
    verifyAccounts().pipe(logged("verifyAccounts"), Effect.repeat(Schedule.spaced("1 second"))),
    Effect.scoped(
      Effect.flatMap(makeWebhookWork(), ({ round }) =>
        busily(round()).pipe(logged("deliverWebhooks"), Effect.repeat(Schedule.spaced("250 millis")))
      )
    ),
    sweepExpired().pipe(untilIdle, logged("sweepExpired"), Effect.repeat(Schedule.spaced("1 minute")))
  ],
  { concurrency: "unbounded", discard: true }
)

/** One round of webhooks that ends when every delivery it claimed has ended. */
const deliveredWebhooks = Effect.gen(function* () {
  const { round, underWay } = yield* makeWebhookWork()
  const handled = yield* round()
  yield* Effect.repeat(Effect.sleep("5 millis"), { while: () => underWay() > 0 })
  return handled
})

/** The rounds of the workers, each with the wired services and the given replacements. */
export const dueWork = (context: Context.Context<DueWorkPorts>): ReadonlyArray<DueRound> => {
  const round = (of: DueRound["of"], work: Effect.Effect<number, StoreUnavailable, DueWorkPorts>): DueRound => ({
    of,
    run: (over) => Effect.updateContext(work, (_: Context.Context<never>) => Context.merge(context, over))
  })
  return [
    round([codeMails, noticeMails], deliverMails()),
    round([privacyOrders], notifyWallets()),
    round([outcomeOrders], settleOutcomes()),
    round([verificationOrders], verifyAccounts()),
    round([events], Effect.scoped(deliveredWebhooks))
  ]
}

type DueWorkPorts =
  | EventBodies
  | Mailer
  | PaymentRails
  | Secrets
  | ServiceKey
  | Store
  | Vault
  | Verification
  | Wallets
  | WebhookKeys
  | WebhookSender

/** Repeats a bounded sweep until no expired record is left. */
function untilIdle<E, R>(sweep: Effect.Effect<number, E, R>) {
  return Effect.repeat(sweep, { while: (swept) => swept > 0 })
}

/** Repeats a round while it finds work, up to 100 times, so that a busy round still ends. */
function busily<E, R>(round: Effect.Effect<number, E, R>) {
  return Effect.repeat(round, { while: (handled) => handled > 0, times: 100 })
}

function logged(name: string) {
  return <A, E, R>(round: Effect.Effect<A, E, R>) =>
    round.pipe(
      Effect.as(true),
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("a background round failed", { name }, cause), false)),
      Effect.uninterruptible,
      Effect.flatMap((isWell) => (isWell ? Effect.void : Effect.sleep("1 second")))
    )
}

/** Options with all defaults filled in, and a description of each default. */
export interface TrackedWork {
  readonly options: CountersignOptions & Required<Pick<CountersignOptions, "tokens" | "keys" | "store">>
  readonly developmentDefaults: ReadonlyArray<DevelopmentDefault>
  /** The token generated when `tokens` was omitted. Shown once and not stored. */
  readonly sandboxToken?: { readonly id: string; readonly secret: string }
}

/** Fills in the development defaults. Throws `ConfigurationError` with every problem found. */
export const trackWork = (options: CountersignOptions): TrackedWork => {
  const findings = examineOptions(options)
  if (findings.length > 0) throw new ConfigurationError(findings)
  const sandboxToken = options.tokens === undefined ? { id: "sandbox", secret: randomHex(24) } : undefined
  const tokens = options.tokens ?? [sandboxTokenOptions(sandboxToken?.secret ?? randomHex(24))]
  const keys = options.keys ?? { vault: randomHex(32), service: randomScalar() }
  const store = options.store ?? memoryStore
  return {
    options: {
      ...options,
      tokens,
      keys,
      store: options.telemetry === undefined ? store : measuredStore(toLayer<Store>(store))
    },
    developmentDefaults: developmentDefaults(options),
    ...(sandboxToken === undefined ? {} : { sandboxToken })
  }
}

const developmentDefaults = (options: CountersignOptions): ReadonlyArray<DevelopmentDefault> => [
  ...missing(options.tokens, "tokens", "one sandbox token, generated at this start"),
  ...missing(options.keys, "keys", "generated at this start: bundles and codes of earlier starts do not verify"),
  ...missing(options.store, "store", "memory: all data is lost when the process ends, and other nodes cannot see it"),
  ...(options.webhooks?.allowPrivate === true
    ? [{ option: "webhooks.allowPrivate", meaning: "sandbox webhooks may go to http and to private addresses" }]
    : []),
  ...userVerification(options)
]

/** Warns when the modes differ, because a passkey that works in the sandbox could then fail in production. */
const userVerification = ({ production, sandbox }: CountersignOptions): ReadonlyArray<DevelopmentDefault> => {
  const isRequired = (policy: PasskeyPolicy | undefined) => policy?.requireUserVerification !== false
  if (isRequired(sandbox?.passkeys) === isRequired(production?.passkeys)) return []
  const [strict, lenient] = isRequired(sandbox?.passkeys) ? ["sandbox", "production"] : ["production", "sandbox"]
  return [
    {
      option: "sandbox.passkeys.requireUserVerification",
      meaning: `${strict} requires user verification of passkeys and ${lenient} does not: a passkey accepted by one may be refused by the other`
    }
  ]
}

const missing = (value: unknown, option: string, meaning: string): ReadonlyArray<DevelopmentDefault> =>
  value === undefined ? [{ option, meaning }] : []

const sandboxTokenOptions = (secret: string): TokenOptions => ({
  id: "sandbox",
  secretSha256: secretDigest(secret),
  platformId: "sandbox",
  mode: "sandbox"
})

const randomHex = (bytes: number) => encodeHex(crypto.getRandomValues(new Uint8Array(bytes)))

/** About one in four thousand million draws is not a valid scalar. */
const randomScalar = (): string => {
  const hex = randomHex(32)
  try {
    publicKeyOf(decodeHex(hex))
    return hex
  } catch {
    return randomScalar()
  }
}
