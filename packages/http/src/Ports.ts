import type {
  ApiTokens,
  EventBodies,
  PaymentRails,
  Screening,
  Seals,
  ServiceKey,
  Signatures,
  Store,
  Throttle,
  Vault,
  Verification,
  Wallets,
  WebhookKeys,
  WebhookSender
} from "@countersign/core"
import type { Modes } from "./contract/Modes.ts"

/** What the handler needs of its host, whatever the mode of a call. */
export type Ports =
  | ApiTokens
  | EventBodies
  | Modes
  | PaymentRails
  | Screening
  | Seals
  | ServiceKey
  | Signatures
  | Store
  | Throttle
  | Vault
  | Verification
  | Wallets
  | WebhookKeys
  | WebhookSender
