import { Context, Data, type Effect, Schema } from "effect"
import type { EnvironmentKey, Millis, Mode } from "../model/Environment.ts"

/**
 * Why nobody answered, in words that tell a platform of its own receiver and of nothing else: a name that is not there
 * and one that leads to a private address are the same word.
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

/** No answer came. */
export class WebhookFault extends Data.TaggedError("WebhookFault")<{
  readonly word: WebhookFaultWord
  readonly cause?: unknown
}> {}

/** What is wrong with an address, as a rule that it breaks. */
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
  /** From looking the name up to the end of the answer. */
  readonly timeout: Millis
}

/** Brings a body to an address that a platform named, and to no place of the host's own. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** What is wrong with an address that can be told without asking anybody for it. */
    readonly judge: (url: string, mode: Mode) => UrlFault | undefined
    /** The status of the answer; a redirect is an answer, and is not followed. What else it says is thrown away. */
    readonly send: (post: WebhookPost) => Effect.Effect<number, WebhookFault>
  }
>()("@countersign/core/ports/WebhookSender") {}

/**
 * The Ed25519 keys that webhooks are signed with: one, and while they are changed several. Each environment has its own,
 * or what one platform was sent could be sent on to another, and what the sandbox made up to production.
 */
export class WebhookKeys extends Context.Service<
  WebhookKeys,
  {
    /** 32 bytes each, in the order of {@link sign}. */
    readonly publicKeys: (environment: EnvironmentKey) => Effect.Effect<ReadonlyArray<Uint8Array>>
    /** One signature of 64 bytes a key. */
    readonly sign: (environment: EnvironmentKey, message: Uint8Array) => Effect.Effect<ReadonlyArray<Uint8Array>>
  }
>()("@countersign/core/ports/WebhookKeys") {}
