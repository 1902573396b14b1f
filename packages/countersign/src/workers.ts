import { Context, Effect, Schedule } from "@countersign/core/effect"
import {
  CallCounts,
  type DueRound,
  type DueWorkAsked,
  type DueWorkOf,
  DueWorkRunner,
  type Mode,
  Outbox,
  PAUSE,
  performDue,
  requireKeys,
  type Store,
  sweepExpired,
  type WorkQueue
} from "@countersign/core/internal"
import { Modes } from "@countersign/http"
import { secretDigest } from "@countersign/node-crypto"
import { decodeHex, encodeHex, isScalar } from "@countersign/wire"
import { examineOptions } from "./examineOptions.ts"
import { ConfigurationError, type CountersignOptions, type DevelopmentDefault, type TokenOptions } from "./options.ts"
import { ports } from "./ports.ts"
import { DueQueues } from "./portsLayer.ts"
import type { WiredOptions } from "./portTable.ts"
import { portOptions } from "./shapeFindings.ts"

/**
 * The background workers. They send mail and webhooks of this node right after their commit, and claim within two seconds what waits
 * in the database: mail, webhooks, notifications of wallets, payment outcomes and verifications. Every minute they delete expired
 * records and write the counts of calls. Each kind of work has a batch queue of its own in each mode that this node serves, so
 * sandbox work never takes the capacity of production. A node claims nothing that it has no port for, and nothing at all without the
 * keys of the other nodes (GO1). A round that fails is logged and retried one second later. Work in progress completes before they stop.
 */
export const workers = Effect.flatMap(DueQueues, (queues) =>
  Effect.all(
    [
      Effect.andThen(
        Effect.all([withKeys, ...(["sandbox", "production"] as const).map((mode) => leaving(mode, queues))]),
        Effect.forEach(
          queues.filter(({ isLeft }) => !isLeft),
          working,
          { concurrency: "unbounded", discard: true }
        )
      ),
      Effect.flatMap(Outbox, (outbox) => outbox?.look ?? Effect.void).pipe(
        logged("look"),
        Effect.repeat(Schedule.spaced(PAUSE))
      ),
      sweepExpired().pipe(untilIdle, logged("sweepExpired"), Effect.repeat(Schedule.spaced("1 minute"))),
      counting
    ],
    { concurrency: "unbounded", discard: true }
  )
)

/** Waits until the node has the keys of the other nodes. Without them it could neither read their records nor sign. */
const withKeys = Effect.suspend(requireKeys).pipe(
  Effect.as(true),
  Effect.catchTag("NotReady", ({ check }) =>
    Effect.as(Effect.logError("this node does no due work", { because: check }), false)
  ),
  logged("requireKeys"),
  Effect.repeat({ while: (isWell) => isWell !== true, schedule: Schedule.spaced("1 second") })
)

/** Logs once which queues this node does not claim. */
const leaving = (mode: Mode, queues: (typeof DueQueues)["Service"]) => {
  const left = queues.flatMap((queue) => (queue.isLeft && queue.mode === mode ? queue.of.name : []))
  return left.length === 0
    ? Effect.void
    : Effect.logInfo("this node leaves queues to other nodes", { mode, queues: left.join(" ") })
}

/** Writes the counts of calls once a minute, and those of the last one when the workers stop. */
const counting = Effect.flatMap(CallCounts, (counts) =>
  counts === undefined
    ? Effect.void
    : counts.flush.pipe(
        logged("flushCounts"),
        Effect.repeat(Schedule.spaced("1 minute")),
        Effect.ensuring(Effect.ignore(counts.flush))
      )
)

const working = ({ mode, of, ...queue }: WorkQueue) =>
  Effect.scoped(
    Effect.gen(function* () {
      const lanes = yield* queue.lanes()
      const end = (yield* Outbox)?.serve(of, mode, lanes.slots)
      yield* Effect.addFinalizer(() => Effect.sync(() => end?.()))
      return yield* Effect.forever(Effect.andThen(logged(of.name)(lanes.round()), lanes.pause))
    })
  )

/**
 * Does the work that is due in all environments, within a budget of milliseconds, with the ports that `layer` built. For a process
 * without {@link workers} between calls.
 */
export const runDueWork = (asked: Pick<DueWorkAsked, "budget"> = {}) =>
  Effect.flatMap(DueWorkRunner, (run) =>
    run === undefined
      ? Effect.die(new Error("runDueWork needs the ports of layer(options) of countersign/effect"))
      : run(asked)
  )

/** The rounds of the workers of a mode, each with the wired services, those of the mode and the given replacements. */
export const dueWork = (context: Context.Context<DueWorkPorts>, mode: Mode = "sandbox"): ReadonlyArray<DueRound> => {
  const own = Context.getOrUndefined(context, Modes)?.[mode] ?? Context.empty()
  return dueKinds().map((work) => ({
    of: [work.of],
    run: (over) =>
      Effect.updateContext(performDue(work, mode), (_: Context.Context<never>) => Context.mergeAll(context, own, over))
  }))
}

/** One of each kind of due work. */
const dueKinds = () => ports.rows.flatMap(({ work = [] }) => work.map(({ start }) => start()))

type DueWorkPorts = Store | (ReturnType<typeof dueKinds>[number] extends DueWorkOf<infer Needs> ? Needs : never)

/** Repeats a bounded sweep until no expired record is left. */
function untilIdle<E, R>(sweep: Effect.Effect<number, E, R>) {
  return Effect.repeat(sweep, { while: (swept) => swept > 0 })
}

function logged(name: string) {
  return <A, E, R>(round: Effect.Effect<A, E, R>) =>
    round.pipe(
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("a background round failed", { name }, cause), false)),
      Effect.uninterruptible,
      Effect.tap((done) => (done === false ? Effect.sleep("1 second") : Effect.void))
    )
}

/**
 * Whether this is a page. Bundlers resolve the `browser` condition for Workers and for tests in jsdom too, so only the
 * runtime decides. A test in jsdom has a document and Node.js.
 */
const isPage = (): boolean => "document" in globalThis && globalThis.process?.versions?.node === undefined

/** Options with all defaults filled in, and a description of each default. */
export interface TrackedWork {
  readonly options: WiredOptions
  readonly developmentDefaults: ReadonlyArray<DevelopmentDefault>
  /** The token generated when `tokens` was omitted. Shown once and not stored. */
  readonly sandboxToken?: { readonly id: string; readonly secret: string }
}

/** Fills in the development defaults. Throws `ConfigurationError` with every problem found, and in a page an `Error`. */
export const trackWork = (options: CountersignOptions): TrackedWork => {
  if (isPage()) {
    throw new Error(
      "countersign uses the platform's secrets and runs on its server only. In a browser use createClient of @countersign/client."
    )
  }
  const findings = examineOptions(options)
  if (findings.length > 0) throw new ConfigurationError(findings)
  const sandboxToken = options.tokens === undefined ? { id: "sandbox", secret: randomHex(24) } : undefined
  const tokens = options.tokens ?? [sandboxTokenOptions(sandboxToken?.secret ?? randomHex(24))]
  const keys = options.keys ?? { vault: randomHex(32), service: randomScalar() }
  return {
    options: { ...options, tokens, keys },
    developmentDefaults: developmentDefaults(options),
    ...(sandboxToken === undefined ? {} : { sandboxToken })
  }
}

const developmentDefaults = (options: CountersignOptions): ReadonlyArray<DevelopmentDefault> => [
  ...missing(options.tokens, "tokens", "one sandbox token, generated at this start"),
  ...missing(options.keys, "keys", "generated at this start: bundles and codes of earlier starts do not verify"),
  ...[...portOptions].flatMap(([name, { otherwise }]) =>
    otherwise === undefined ? [] : missing(Object(options)[name], name, otherwise)
  ),
  ...(options.webhooks?.allowPrivate === true
    ? [{ option: "webhooks.allowPrivate", meaning: "sandbox webhooks may go to http and to private addresses" }]
    : []),
  ...userVerification(options)
]

/** Warns when the modes differ, because a passkey that works in the sandbox could then fail in production. */
const userVerification = ({ production, sandbox, tokens }: CountersignOptions): ReadonlyArray<DevelopmentDefault> => {
  const isSandboxStrict = sandbox?.passkeys?.requireUserVerification ?? false
  const isProductionStrict = production?.passkeys?.requireUserVerification ?? true
  const hasSandbox = tokens?.some(({ mode }) => mode === "sandbox") ?? true
  if (isSandboxStrict === isProductionStrict || !hasSandbox) return []
  const [strict, lenient] = isSandboxStrict ? ["sandbox", "production"] : ["production", "sandbox"]
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
  return isScalar(decodeHex(hex)) ? hex : randomScalar()
}
