import { Context, Data, type Effect, type Redacted } from "effect"
import type { Branding } from "../model/EmbeddedWalletConfig.ts"
import type { Environment } from "../model/Environment.ts"
import type { Notice } from "../model/Notice.ts"
import type { Millis } from "../model/time.ts"

/** A one-time code on its way to its owner. `to` is one validated address, never a list and never a header. */
export interface CodeMail {
  /** The same at every attempt at this mail, and no other mail's. A mailer may make it known, so that a second copy shows. */
  readonly id: string
  readonly environment: Environment
  readonly to: string
  readonly branding: Branding
  readonly code: Redacted.Redacted<string>
  readonly expiresAt: Millis
}

/** The mail was not taken; it will be tried again. */
export class MailError extends Data.TaggedError("MailError")<{
  readonly cause?: unknown
}> {}

/** Notifies an end user of a change to their credentials, address or wallet. It contains no secret and no address but the recipient's. */
export interface NoticeMail {
  /** As that of a {@link CodeMail}. */
  readonly id: string
  readonly environment: Environment
  readonly to: string
  readonly branding: Branding
  readonly notice: Notice
  /** When the reported change was committed. */
  readonly at: Millis
}

/** Delivers mail. Called by a worker, never while a request waits. */
export class Mailer extends Context.Service<
  Mailer,
  {
    readonly sendCode: (mail: CodeMail) => Effect.Effect<void, MailError>
    readonly sendNotice: (mail: NoticeMail) => Effect.Effect<void, MailError>
  }
>()("@countersign/core/ports/Mailer") {}
