import { Context, Data, type Effect, Schema } from "effect"
import type { EnvironmentKey, Millis, Mode } from "../model/Environment.ts"

/**
 * Why no answer was received. The reasons describe only the platform's own receiver: an unknown name and a name that
 * resolves to a private address have the same one.
 */
export const WebhookFaultWord = Schema.Literals([
  "URL_REFUSED",
  "NO_PUBLIC_ADDRESS",
  "CONNECT_FAILED",
  "TLS_FAILED",
  "TIMED_OUT",
  "BROKEN_OFF"
])
export type WebhookFaultWord = typeof WebhookFaultWord.Type

/** No answer was received. */
export class WebhookFault extends Data.TaggedError("WebhookFault")<{
  readonly word: WebhookFaultWord
  readonly cause?: unknown
}> {}

/** The rule that an endpoint address violates. */
export type UrlFault =
  | "MALFORMED"
  | "SCHEME_NOT_HTTPS"
  | "HAS_CREDENTIALS"
  | "PORT_NOT_ALLOWED"
  | "NAME_NOT_PUBLIC"
  | "ADDRESS_NOT_PUBLIC"

export interface WebhookPost {
  readonly url: string
  readonly mode: Mode
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Covers everything from the name lookup to the end of the answer. */
  readonly timeout: Millis
}

/** Sends a body to an endpoint that a platform configured. It must never reach the host's own network. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Returns the rule that an address violates, without a network request. */
    readonly judge: (url: string, mode: Mode) => UrlFault | undefined
    /** Returns the status of the answer. Redirects are not followed, and the rest of the answer is discarded. */
    readonly send: (post: WebhookPost) => Effect.Effect<number, WebhookFault>
  }
>()("@countersign/core/ports/WebhookSender") {}

/**
 * The Ed25519 signing keys of webhooks: one, or several during a rotation. Each environment has its own keys, so a
 * webhook cannot be forwarded to another platform, or from the sandbox to production.
 */
export class WebhookKeys extends Context.Service<
  WebhookKeys,
  {
    /** 32 bytes each, in the order of {@link sign}. */
    readonly publicKeys: (environment: EnvironmentKey) => Effect.Effect<ReadonlyArray<Uint8Array>>
    /** One signature of 64 bytes per key. */
    readonly sign: (environment: EnvironmentKey, message: Uint8Array) => Effect.Effect<ReadonlyArray<Uint8Array>>
  }
>()("@countersign/core/ports/WebhookKeys") {}
