import { Clock, Context, Effect, Layer, Redacted } from "@countersign/core/effect"
import {
  AccountTurns,
  ClockControl,
  clockOfStore,
  clockShowing,
  Discoveries,
  defaultWebhookSettings,
  MachineTime,
  MailDomains,
  MailError,
  Mailer,
  makeTurns,
  NodeTime,
  Policy,
  Store,
  stampAuthority,
  storeThrottle,
  type Throttle,
  Vault,
  type Wallets,
  WebhookSettings,
  withDefaults
} from "@countersign/core/internal"
import { eventBodies } from "@countersign/http"
import {
  apiTokens,
  nodeCrypto,
  nodeServiceKey,
  nodeVault,
  nodeWebhookKeys,
  webhookSeedOf
} from "@countersign/node-crypto"
import { oidcTokens } from "@countersign/oidc"
import { type PasskeyPolicy, passkeys } from "@countersign/passkeys"
import { rootedWallets } from "@countersign/wallets"
import { publicFetch, webhookSender } from "@countersign/webhooks"
import { type KeyRing, keyRing } from "./keyRing.ts"
import type { MailerOptions, TokenOptions, WebhookOptions } from "./options.ts"
import { toLayer } from "./toLayer.ts"
import type { TrackedWork } from "./workers.ts"

/**
 * The ports of production. No module that this one imports, directly or indirectly, contains a sandbox magic value: the
 * sandbox decorates these ports elsewhere, and a test walks the imports to verify this.
 */
export const productionPorts = ({ options }: TrackedWork) => {
  const keys = keyRing(options.keys)
  const base = Layer.mergeAll(
    apiTokens(options.tokens, keys.vault),
    nodeCrypto,
    Layer.provide(Vault.inEnvironments, nodeVault(keys.vault)),
    nodeServiceKey(keys.service),
    nodeWebhookKeys(keys.webhooks ?? keys.vault.map(webhookSeedOf)),
    Layer.succeed(WebhookSettings, settingsOf(options.webhooks)),
    Layer.succeed(Policy, withDefaults(options.policy)),
    Layer.sync(AccountTurns, makeTurns),
    Layer.succeed(MailDomains, options.mailer && (options.mailer.domains ?? []))
  ).pipe(Layer.provideMerge(time(options.now)), Layer.provideMerge(toLayer<Store>(options.store)))
  return Layer.mergeAll(
    stampAuthority,
    eventBodies,
    webhookSender({ allowPrivate: options.webhooks?.allowPrivate ?? false }),
    options.wallets === undefined ? ownWallets(options.tokens, keys) : toLayer<Wallets>(options.wallets),
    Layer.succeed(ClockControl, {
      advance: () => Effect.die("the production clock cannot be moved, because every environment shares it")
    }),
    Layer.succeed(Discoveries, options.externalAccounts?.discoveries ?? []),
    passkeys(options.production?.passkeys ?? NO_PASSKEYS),
    oidcTokens({ issuers: [], publicFetch: publicFetch(), ...options.production?.oidc })
  ).pipe(
    Layer.provideMerge(options.throttle === undefined ? storeThrottle : toLayer<Throttle>(options.throttle)),
    Layer.provideMerge(base)
  )
}

/**
 * The clock of all environments: the store's where it has one, and otherwise the host's or the system's. Sleeping always
 * uses that of the system.
 */
const time = (now: (() => number) | undefined) => {
  const machine = Layer.effect(
    MachineTime,
    Effect.map(Clock.Clock, (clock) => clock.currentTimeMillis)
  )
  const clocks = Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* Store
      const system = yield* Clock.Clock
      const own = now === undefined ? system : clockShowing(system, () => Math.floor(now()))
      const log = Effect.runForkWith(yield* Effect.context<never>())
      const report = (ahead: number) =>
        void log(Effect.logWarning("the clock of the node differs from that of the database", { ahead }))
      const clock = store.now === undefined ? own : clockOfStore(own, store.now, report)
      return Context.make(Clock.Clock, clock).pipe(Context.add(NodeTime, own.currentTimeMillis))
    })
  )
  return Layer.provideMerge(machine, clocks)
}

/** Derives wallets from `keys.wallets` when it is set, and otherwise from the vault key. */
const ownWallets = (tokens: ReadonlyArray<TokenOptions>, { wallets: root }: KeyRing) => {
  const wallets = rootedWallets(tokens)
  return root === undefined ? wallets : Layer.provide(wallets, nodeVault(root))
}

const settingsOf = ({ paymentTypes, signatureHeader }: WebhookOptions = {}) => ({
  paymentTypes: paymentTypes ?? defaultWebhookSettings.paymentTypes,
  signatureHeader: signatureHeader ?? defaultWebhookSettings.signatureHeader
})

/** Production accepts no passkey origin by default. */
const NO_PASSKEYS: PasskeyPolicy = { rpIds: [], origins: [] }
/** Adapts the host's mailer to the port. */
export const hostMailer = ({ sendCode, sendNotice }: MailerOptions) =>
  Mailer.of({
    sendCode: ({ branding, code, environment: { platformId }, expiresAt, id, purpose, template, to }) =>
      handedOver(() =>
        sendCode({
          id,
          to,
          branding,
          ...(template && { template }),
          code: Redacted.value(code),
          platformId,
          expiresAt: new Date(expiresAt).toISOString(),
          ...(purpose === undefined ? {} : { purpose })
        })
      ),
    sendNotice: ({ at, branding, cancelToken, environment: { platformId }, id, notice, template, to, undo }) =>
      handedOver(async () =>
        sendNotice?.({
          id,
          to,
          branding,
          ...(template && { template }),
          platformId,
          notice,
          at: new Date(at).toISOString(),
          ...(undo && { undo: { token: Redacted.value(undo.token), until: new Date(undo.until).toISOString() } }),
          ...(cancelToken === undefined ? {} : { cancelToken: Redacted.value(cancelToken) })
        })
      )
  })

const handedOver = (send: () => Promise<void>) =>
  Effect.tryPromise({ try: send, catch: (cause) => new MailError({ cause }) })
