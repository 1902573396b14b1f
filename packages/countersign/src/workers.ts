import {
  codeMails,
  type DueRound,
  deliverMails,
  type EventBodies,
  events,
  type Mailer,
  makeWebhookWork,
  noticeMails,
  outcomeOrders,
  type PaymentRails,
  privacyOrders,
  type Secrets,
  type ServiceKey,
  type Store,
  type StoreUnavailable,
  settleOutcomes,
  sweepExpired,
  tellWallets,
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
import { ConfigurationError, type CountersignOptions, type DevelopmentDefault, type TokenOptions } from "./options.ts"

/**
 * What goes on beside requests: mail and webhooks leave, wallets are told and outcomes happen within a quarter of a
 * second, accounts that nobody verified are asked about within a second, expired records go within a minute. A round
 * that fails is logged, and the next one follows after a second more. A round that has begun is finished before the
 * workers end.
 */
export const workers = Effect.all(
  [
    busily(deliverMails()).pipe(logged("deliverMails"), Effect.repeat(Schedule.spaced("250 millis"))),
    busily(tellWallets()).pipe(logged("tellWallets"), Effect.repeat(Schedule.spaced("250 millis"))),
    busily(settleOutcomes()).pipe(logged("settleOutcomes"), Effect.repeat(Schedule.spaced("250 millis"))),
    verifyAccounts().pipe(logged("verifyAccounts"), Effect.repeat(Schedule.spaced("1 second"))),
    Effect.scoped(
      Effect.flatMap(makeWebhookWork(), ({ round }) =>
        busily(round()).pipe(logged("deliverWebhooks"), Effect.repeat(Schedule.spaced("250 millis")))
      )
    ),
    sweepExpired().pipe(untilNone, logged("sweepExpired"), Effect.repeat(Schedule.spaced("1 minute")))
  ],
  { concurrency: "unbounded", discard: true }
)

/** A round of webhooks that is over when what it took on is. */
const deliveredWebhooks = Effect.gen(function* () {
  const { round, underWay } = yield* makeWebhookWork()
  const taken = yield* round()
  yield* Effect.repeat(Effect.sleep("5 millis"), { while: () => underWay() > 0 })
  return taken
})

/** The rounds of the workers, each under the wired services alone and what replaces some of them. */
export const dueWork = (context: Context.Context<DueWorkPorts>): ReadonlyArray<DueRound> => {
  const round = (of: DueRound["of"], work: Effect.Effect<number, StoreUnavailable, DueWorkPorts>): DueRound => ({
    of,
    run: (over) => Effect.updateContext(work, (_: Context.Context<never>) => Context.merge(context, over))
  })
  return [
    round([codeMails, noticeMails], deliverMails()),
    round([privacyOrders], tellWallets()),
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

/** One sweep is bounded; what a busy minute left behind takes several. */
function untilNone<E, R>(sweep: Effect.Effect<number, E, R>) {
  return Effect.repeat(sweep, { while: (swept) => swept > 0 })
}

/** While there is something to take on, it is taken on at once; so often and no more, for a round to end. */
function busily<E, R>(round: Effect.Effect<number, E, R>) {
  return Effect.repeat(round, { while: (taken) => taken > 0, times: 100 })
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

/** Options with every gap filled, and a word on each gap. */
export interface Settled {
  readonly options: CountersignOptions & Required<Pick<CountersignOptions, "tokens" | "keys" | "store">>
  readonly developmentDefaults: ReadonlyArray<DevelopmentDefault>
  /** The token that was made because none was given. Shown once, kept nowhere. */
  readonly sandboxToken?: { readonly id: string; readonly secret: string }
}

/** Fills what was left out for development. Throws `ConfigurationError` with all that is wrong. */
export const settle = (options: CountersignOptions): Settled => {
  const findings = examineOptions(options)
  if (findings.length > 0) throw new ConfigurationError(findings)
  const sandboxToken = options.tokens === undefined ? { id: "sandbox", secret: randomHex(24) } : undefined
  const tokens = options.tokens ?? [sandboxTokenOptions(sandboxToken?.secret ?? randomHex(24))]
  const keys = options.keys ?? { vault: randomHex(32), service: randomScalar() }
  return {
    options: { ...options, tokens, keys, store: options.store ?? memoryStore },
    developmentDefaults: developmentDefaults(options),
    ...(sandboxToken === undefined ? {} : { sandboxToken })
  }
}

const developmentDefaults = (options: CountersignOptions): ReadonlyArray<DevelopmentDefault> => [
  ...missing(options.tokens, "tokens", "one sandbox token, made at this start"),
  ...missing(options.keys, "keys", "made at this start: bundles and codes of an earlier start do not verify"),
  ...missing(options.store, "store", "memory: all is gone when the process ends, and a second node sees nothing of it"),
  ...(options.webhooks?.allowPrivate === true
    ? [{ option: "webhooks.allowPrivate", meaning: "sandbox webhooks may go to http and to private addresses" }]
    : []),
  ...userVerification(options)
]

/** A passkey that works in the sandbox and not in production, or the other way round, is found out before release. */
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

/** Random bytes are no scalar about once in four thousand million draws. */
const randomScalar = (): string => {
  const hex = randomHex(32)
  try {
    publicKeyOf(decodeHex(hex))
    return hex
  } catch {
    return randomScalar()
  }
}
