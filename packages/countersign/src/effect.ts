/**
 * The entry point for Effect users: the ports, the operations as programs, the HTTP contract, and one layer that wires
 * the default adapters from the options that `createCountersign` takes.
 */
export * from "@countersign/core"
export * as operations from "@countersign/core/operations"
export {
  Api,
  catalogue,
  eventBodies,
  type ModePorts,
  Modes,
  makeWebHandler,
  openApiDocument,
  type Ports
} from "@countersign/http"
export { memoryStore, memoryThrottle } from "@countersign/memory"
export {
  apiTokens,
  nodeCrypto,
  nodeSeals,
  nodeSecrets,
  nodeServiceKey,
  nodeSignatures,
  nodeVault,
  nodeWebhookKeys,
  type StaticToken,
  secretDigest,
  staticTokens,
  VaultBroken
} from "@countersign/node-crypto"
export { oidcTokens } from "@countersign/oidc"
export { passkeys } from "@countersign/passkeys"
export { vaultWallets } from "@countersign/wallets"
export { type WebhookSenderOptions, webhookSender } from "@countersign/webhooks"
export { ConfigurationError, type CountersignOptions, type TokenOptions } from "./options.ts"
export { dueWork, runDueWork, workers } from "./workers.ts"

import type { Mailer } from "@countersign/core"
import type { Layer } from "@countersign/core/effect"
import type { ModePorts, Ports } from "@countersign/http"
import type { CountersignOptions } from "./options.ts"
import { portsLayer } from "./portsLayer.ts"
import { trackWork } from "./workers.ts"

/** Returns every port, built from a host's options. Throws `ConfigurationError` when the options are invalid. */
export const layer = (options: CountersignOptions = {}): Layer.Layer<Ports | Mailer | ModePorts> =>
  portsLayer(trackWork(options).options, options.keys !== undefined)
