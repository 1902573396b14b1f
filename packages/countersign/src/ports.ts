import { Screening } from "@countersign/core"
import { Clock, Context, Effect, Layer } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { eventBodies } from "@countersign/http"
import { memoryStore } from "@countersign/memory"
import {
  apiTokens,
  nodeSeals,
  nodeSecrets,
  nodeServiceKey,
  nodeSignatures,
  nodeVault,
  nodeWebhookKeys,
  staticTokens,
  webhookSeedOf
} from "@countersign/node-crypto"
import { vaultShape } from "@countersign/node-crypto/keyManagement"
import { oidcTokens } from "@countersign/oidc"
import { type PasskeyPolicy, passkeys } from "@countersign/passkeys"
import { rootedWallets } from "@countersign/wallets"
import { publicFetch, webhookSender } from "@countersign/webhooks"
import { unlessMade } from "./ConfigurationFinding.ts"
import { hostMailer, mailerShape } from "./hostMailer.ts"
import { hostRails, railsShape } from "./hostRails.ts"
import { hostVault, vaultFindings } from "./hostVault.ts"
import { checkDiscoveries, externalAccountsShape, hostVerification } from "./hostVerification.ts"
import { measuredStore } from "./measuredStore.ts"
import { noRails, railsFindings } from "./noRails.ts"
import type { CountersignOptions } from "./options.ts"
import { isNamed, layer, portTable } from "./portTable.ts"
import { toLayer } from "./toLayer.ts"

/** Production accepts no passkey origin by default. */
const NO_PASSKEYS: PasskeyPolicy = { rpIds: [], origins: [] }

/**
 * Every port of a service. A row says what the port is in production and in the sandbox, which option of the host brings
 * it, and what a node leaves out without that option. The layers, the modes, the due work, the options and their findings
 * are derived from the table. A port of core without a row does not compile.
 */
export const ports = portTable(core.Store, {
  option: {
    /**
     * Where all data is stored, such as `postgres({ pool })` of `@countersign/postgres`. When absent, in memory, and lost
     * when the process ends. Required with a production token.
     */
    store: layer("postgres({ pool }) of @countersign/postgres", {
      required:
        "the memory store loses everything when the process ends. Pass postgres({ pool }) of @countersign/postgres",
      otherwise: "memory: all data is lost when the process ends, and other nodes cannot see it"
    })
  },
  production: (options) => {
    const isStarted = Layer.succeed(core.WorksBetweenCalls, options.workers !== "none")
    const store = Layer.provide(toLayer<core.Store>(options.store ?? memoryStore), isStarted)
    const measured = options.telemetry === undefined ? store : Layer.provide(measuredStore(store), isStarted)
    return Layer.provideMerge(nodeSettings(options), measured)
  }
})
  .shared(core.Vault, {
    option: {
      /**
       * Encrypts data at rest with keys of a key management service. When absent, with `keys.vault`. With it, `keys.vault`
       * encrypts nothing more: it decrypts what it encrypted before, and still derives API tokens and webhook keys.
       */
      vault: { type: "VaultOptions", shape: vaultShape }
    },
    checks: vaultFindings,
    production: ({ vault }, keys) => hostVault(vault, keys)
  })
  .shared(core.ServiceKey, { production: (_, { service }) => nodeServiceKey(service) })
  .shared(core.Signatures, { production: () => nodeSignatures })
  .shared(core.Seals, { production: () => nodeSeals })
  .ofMode(core.Secrets, { production: () => nodeSecrets, sandbox: ({ sandboxSecrets }) => sandboxSecrets })
  .shared(core.ApiTokens, {
    checks: ({ tokens = [] }) => unlessMade("tokens", () => staticTokens(tokens)),
    production: ({ tokens }, { vault }) => apiTokens(tokens, vault)
  })
  .shared(core.Throttle, {
    option: {
      /** Enforces the rate limits of `policy`. When absent, token buckets in the store, which all nodes share. */
      throttle: layer("memoryThrottle of countersign/effect")
    },
    production: ({ throttle }) => (throttle === undefined ? core.storeThrottle : toLayer<core.Throttle>(throttle))
  })
  .shared(core.Wallets, {
    option: {
      /**
       * The wallets behind embedded-wallet accounts. When absent, they are derived from `keys.wallets`, or from the only
       * vault key.
       */
      wallets: layer("vaultWallets of countersign/effect")
    },
    work: [{ kind: "privacy", start: () => core.privacyDelivery }],
    production: ({ tokens, wallets }, { wallets: root }) => {
      if (wallets !== undefined) return toLayer<core.Wallets>(wallets)
      return root === undefined ? rootedWallets(tokens) : Layer.provide(rootedWallets(tokens), nodeVault(root))
    }
  })
  .shared(core.EventBodies, { production: () => eventBodies })
  .shared(core.WebhookKeys, {
    production: (_, { vault, webhooks }) => nodeWebhookKeys(webhooks ?? vault.map(webhookSeedOf))
  })
  .shared(core.WebhookSender, {
    // With a circuit breaker in each mode. All other work has no state.
    work: [{ kind: "webhooks", start: core.webhookDelivery }],
    production: ({ webhooks }) => webhookSender({ allowPrivate: webhooks?.allowPrivate ?? false })
  })
  .ofMode(core.StampAuthority, {
    production: () => core.stampAuthority,
    sandbox: ({ sandboxStampAuthority }) => sandboxStampAuthority
  })
  .ofMode(core.Passkeys, {
    checks: ({ production, sandbox }) => [
      ...unlessMade("production.passkeys", () => passkeys(production?.passkeys ?? NO_PASSKEYS)),
      ...unlessMade("sandbox.passkeys", () => passkeys(sandbox?.passkeys ?? NO_PASSKEYS))
    ],
    production: ({ production }) => passkeys(production?.passkeys ?? NO_PASSKEYS),
    sandbox: ({ SANDBOX_PASSKEYS, sandboxPasskeys }, { sandbox }) =>
      Layer.provide(sandboxPasskeys, passkeys({ ...SANDBOX_PASSKEYS, ...sandbox?.passkeys }))
  })
  .ofMode(core.IdentityTokens, {
    checks: ({ production, sandbox }) => [
      ...unlessMade("production.oidc", () => oidcTokens(production?.oidc ?? { issuers: [] })),
      ...unlessMade("sandbox.clockSkew", () => oidcTokens({ issuers: [], clockSkew: sandbox?.clockSkew ?? 0 }))
    ],
    production: ({ production }) => oidcTokens({ issuers: [], publicFetch: publicFetch(), ...production?.oidc }),
    sandbox: ({ sandboxIdentityTokens }, { sandbox }) => sandboxIdentityTokens(sandbox?.issuers, sandbox?.clockSkew)
  })
  .ofMode(core.Discoveries, {
    checks: ({ externalAccounts }) =>
      unlessMade("externalAccounts.discoveries", () => checkDiscoveries(externalAccounts?.discoveries ?? [])),
    production: ({ externalAccounts }) => Layer.succeed(core.Discoveries, externalAccounts?.discoveries ?? []),
    sandbox: ({ sandboxDiscoveries }) => sandboxDiscoveries
  })
  .ofMode(core.ClockControl, {
    production: () =>
      Layer.succeed(core.ClockControl, {
        advance: () => Effect.die("the production clock cannot be moved, because every environment shares it")
      }),
    sandbox: ({ sandboxClockControl }) => sandboxClockControl
  })
  .ofMode(core.Mailer, {
    option: {
      /** Sends codes and notices by mail. Required with a production token; the sandbox does not use it. */
      mailer: {
        type: "MailerOptions",
        shape: mailerShape,
        required: "end users need their sign-in codes. Pass { sendCode }; smtpMailer of @countersign/smtp creates one"
      }
    },
    brought: ({ mailer }) => mailer,
    // Each has a batch queue of its own, and a mailer may send codes alone.
    work: [
      { kind: "mail", start: () => core.codeDelivery },
      { kind: "mail", start: () => core.noticeDelivery, brought: ({ mailer }) => mailer?.sendNotice }
    ],
    production: ({ mailer }) => hostMailer(mailer),
    sandbox: ({ sandboxMailer }) => sandboxMailer
  })
  .ofMode(core.Screening, {
    production: () => Layer.succeed(core.Screening, hostScreening),
    sandbox: ({ sandboxScreening }) => sandboxScreening
  })
  .ofMode(core.Verification, {
    option: {
      /**
       * How production verifies external accounts. When absent, an account stays pending until the host reports a result
       * with `api.in(…).externalAccounts.reportVerification`.
       */
      externalAccounts: { type: "ExternalAccountOptions", shape: externalAccountsShape }
    },
    brought: ({ externalAccounts }) => externalAccounts?.verify,
    work: [{ kind: "verifications", start: () => core.verificationDelivery }],
    production: ({ externalAccounts }) => Layer.succeed(core.Verification, hostVerification(externalAccounts ?? {})),
    sandbox: ({ sandboxVerification }) => sandboxVerification
  })
  .ofMode(core.PaymentRails, {
    option: {
      /**
       * Moves money in production. Without it, quotes, transfers and transactions are not available to production tokens.
       */
      paymentRails: { type: "PaymentRailsOption", shape: railsShape }
    },
    brought: ({ paymentRails }) => paymentRails,
    ground: "rails",
    work: [
      { kind: "payments", start: () => core.outcomeDelivery },
      { kind: "payments", start: () => core.instructionDelivery }
    ],
    checks: railsFindings,
    production: (options) =>
      options.paymentRails === undefined || !isNamed(options, "production") ? noRails : hostRails(options.paymentRails),
    sandbox: ({ sandboxRails }, { sandbox }) => Layer.succeed(core.PaymentRails, sandboxRails(sandbox?.rails))
  })

/**
 * The settings of a node, and the clock of all environments: the store's where it has one, and otherwise the host's or the
 * system's. Sleeping always uses that of the system.
 */
export const nodeSettings = ({ mailer, now, policy, webhooks = {}, workers }: CountersignOptions) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* core.Store
      const system = yield* Clock.Clock
      const own = now === undefined ? system : core.clockShowing(system, () => Math.floor(now()))
      const log = Effect.runForkWith(yield* Effect.context<never>())
      const report = (ahead: number) =>
        void log(Effect.logWarning("the clock of the node differs from that of the database", { ahead }))
      const clock = store.now === undefined ? own : core.clockOfStore(own, store.now, report)
      const { paymentTypes, signatureHeader } = core.defaultWebhookSettings
      return Context.make(Clock.Clock, clock).pipe(
        Context.add(core.NodeTime, own.currentTimeMillis),
        Context.add(core.MachineTime, clock.currentTimeMillis),
        Context.add(core.AccountTurns, core.makeTurns()),
        Context.add(
          core.Outbox,
          core.makeOutbox(() => clock.currentTimeMillisUnsafe())
        ),
        Context.add(core.WorksBetweenCalls, workers !== "none"),
        Context.add(core.Policy, core.withDefaults(policy)),
        Context.add(core.MailDomains, mailer && (mailer.domains ?? [])),
        Context.add(core.WebhookSettings, {
          paymentTypes: webhooks.paymentTypes ?? paymentTypes,
          signatureHeader: webhooks.signatureHeader ?? signatureHeader
        })
      )
    })
  )

/**
 * Production makes no decisions: a customer or owner stays pending until the host calls `reportVerification` of the promise API.
 */
export const hostScreening: typeof Screening.Service = Screening.of({
  customerNeeds: (_, { customerType }) => (customerType === "BUSINESS" ? BUSINESS : INDIVIDUAL),
  customer: () => Effect.succeed({ standing: "PENDING", status: "PENDING_MANUAL_REVIEW" }),
  ownerNeeds: () => OWNER,
  owner: () => Effect.succeed("PENDING")
})

const INDIVIDUAL = ["fullName", "birthDate", "nationality", "address"]
const BUSINESS = [
  "businessInfo.taxId",
  "businessInfo.registrationNumber",
  "businessInfo.incorporatedOn",
  "businessInfo.country",
  "address"
]
const OWNER = [
  "roles",
  ...["firstName", "lastName", "birthDate", "nationality", "address", "idType", "identifier"].map(
    (field) => `personalInfo.${field}`
  )
]
