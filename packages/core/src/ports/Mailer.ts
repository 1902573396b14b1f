import { Context, Data, DateTime, type Effect, Redacted, Schema } from "effect"
import type { Branding } from "../model/EmbeddedWalletConfig.ts"
import type { Environment, Millis } from "../model/Environment.ts"
import type { MailTemplate } from "../model/MailTemplates.ts"
import type { Notice } from "../model/Notice.ts"

export const CodePurpose = Schema.Literals(["CONFIRM_ADDRESS", "RECOVER_ACCOUNT"]).annotate({
  description: "The purpose of a mailed code, other than a login: the proof of a new e-mail address, or a recovery"
})
export type CodePurpose = typeof CodePurpose.Type

/** A one-time code to be mailed. `to` is one validated address, never a list or a header. */
export interface CodeMail {
  /** Unique per mail and the same at every attempt. A mailer may send it along, so that duplicates are recognisable. */
  readonly id: string
  readonly environment: Environment
  readonly to: string
  readonly branding: Branding
  /** The platform's own words, with placeholders that {@link fillTemplate} replaces; absent for those of the mailer. */
  readonly template?: MailTemplate | undefined
  readonly code: Redacted.Redacted<string>
  readonly purpose?: CodePurpose
  readonly expiresAt: Millis
}

/** The mailer did not accept the mail. It will be retried. */
export class MailError extends Data.TaggedError("MailError")<{ readonly cause?: unknown }> {}

/**
 * A mail about a change to the end user's credentials, address or wallet. It contains no address except the
 * recipient's, and no secret except `undo` and `cancelToken`, which can only undo the change and cancel the recovery.
 */
export interface NoticeMail extends Pick<CodeMail, "branding" | "environment" | "id" | "template" | "to"> {
  readonly notice: Notice
  /** In the mail to the old address after a change: the token undoes the change before `until`. */
  readonly undo?: { readonly token: Redacted.Redacted<string>; readonly until: Millis }
  /** Cancels the recovery of a `RECOVERY_STARTED`, and does nothing else. */
  readonly cancelToken?: Redacted.Redacted<string>
  /** When the reported change was committed. */
  readonly at: Millis
}

/** A mail as a mailer without Effect gets it: secrets as text, instants in ISO 8601. */
export const codeAsText = ({ branding, code, environment, expiresAt, id, purpose, template, to }: CodeMail) => ({
  ...{ id, to, branding, platformId: environment.platformId, ...(template && { template }) },
  code: Redacted.value(code),
  expiresAt: isoOf(expiresAt),
  ...(purpose && { purpose })
})

/** As {@link codeAsText}. */
export const noticeAsText = (mail: NoticeMail) => {
  const { at, branding, cancelToken, environment, id, notice, template, to, undo } = mail
  return {
    ...{ id, to, branding, platformId: environment.platformId, ...(template && { template }) },
    notice,
    at: isoOf(at),
    ...(undo && { undo: { token: Redacted.value(undo.token), until: isoOf(undo.until) } }),
    ...(cancelToken && { cancelToken: Redacted.value(cancelToken) })
  }
}

const isoOf = (millis: Millis): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

/** Delivers mail. A worker calls it, never a request. */
export class Mailer extends Context.Service<
  Mailer,
  {
    readonly sendCode: (mail: CodeMail) => Effect.Effect<void, MailError>
    readonly sendNotice: (mail: NoticeMail) => Effect.Effect<void, MailError>
  }
>()("@countersign/core/ports/Mailer") {}

/**
 * Whether the mailer of the environment sends notices. Without them no end user learns of a recovery that another
 * person starts, or gets its cancel token, so such a recovery does not start.
 */
export const SendsNotices = Context.Reference<boolean>("@countersign/core/ports/SendsNotices", {
  defaultValue: () => true
})
