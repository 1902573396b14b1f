import { Context, Data, type Effect } from "effect"
import type { Environment } from "../model/Environment.ts"
import type { Millis } from "../model/time.ts"

/** A one-time code on its way to its owner. `to` is one validated address, never a list and never a header. */
export interface CodeMail {
  readonly environment: Environment
  readonly to: string
  readonly code: string
  readonly expiresAt: Millis
}

/** The mail was not taken; it will be tried again. */
export class MailError extends Data.TaggedError("MailError")<{
  readonly cause?: unknown
}> {}

/** Delivers one-time codes. Called by a worker, never while a request waits. */
export class Mailer extends Context.Service<
  Mailer,
  { readonly sendCode: (mail: CodeMail) => Effect.Effect<void, MailError> }
>()("@countersign/core/ports/Mailer") {}
