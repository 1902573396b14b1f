import type { CodePurpose, Notice } from "@countersign/core"
import { credentialTypeOf, kinds, purposes } from "@countersign/core/internal"

/** The content of one mail, as plain text. Characters that could end a line are removed from both parts. */
export interface Letter {
  readonly subject: string
  readonly text: string
}

/** The values available to a mail with a code. */
export interface CodeFacts {
  readonly product: string
  readonly platformId: string
  readonly code: string
  /** The code in groups of three or four, for reading. */
  readonly spaced: string
  /** Remaining lifetime of the code in minutes, at least 1. */
  readonly minutes: number
  readonly purpose: CodePurpose | "SIGN_IN"
}

/** A notice as a host passes it: its recovery id is any text. */
export type MailedNotice = Notice extends infer Each
  ? Each extends { readonly recoveryId: string }
    ? Omit<Each, "recoveryId"> & { readonly recoveryId: string }
    : Each
  : never

/** The values available to a notice to an end user. It contains no address except the recipient's. */
export interface NoticeFacts {
  readonly product: string
  readonly platformId: string
  /** The change that the notice reports, by `kind`. */
  readonly notice: MailedNotice
  /** Only for the old address after a change: the token that undoes the change before `until`. */
  readonly undo?: { readonly token: string; readonly until: Date }
  /** With `RECOVERY_STARTED`: cancels the recovery, and does nothing else. */
  readonly cancelToken?: string
  readonly at: Date
}

/** The texts of each mail. */
export interface Texts {
  readonly code: (facts: CodeFacts) => Letter
  readonly notice: (facts: NoticeFacts) => Letter
}

/** Plain English without links. The code is in the body only: subjects are logged and shown on locked screens. */
export const defaultTexts: Texts = {
  code: ({ minutes, product, purpose, spaced }) => ({
    subject: `Your ${product} code`,
    text: lines(
      `${purposes[purpose](product)}:`,
      "",
      `    ${spaced}`,
      "",
      `It works once, for about ${minutesOf(minutes)}. A newer code replaces it.`,
      "",
      `Do not share it, not even with ${product} support.`,
      `If you did not want to ${OTHERWISE[purpose]}, ignore this mail.`
    )
  }),
  notice: ({ at, cancelToken, notice, product, undo }) => {
    const { happened, subject } = wordsOf(notice, product, cancelToken)
    return {
      subject,
      text: lines(
        ...happened,
        "",
        `This happened on ${dateOf(at)}.`,
        ...undoable(undo),
        `If it was not you, contact ${product} at once.`
      )
    }
  }
}

export const dateOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " at ")} UTC`

/** Describes what a notice reports, in one or two sentences, with the token that undoes or cancels it. */
export const detailsOf = ({ cancelToken, notice, product, undo }: NoticeFacts): string =>
  [...wordsOf(notice, product, cancelToken).happened, ...undoable(undo)].join("\n")

const undoable = (undo: NoticeFacts["undo"]): ReadonlyArray<string> =>
  undo === undefined
    ? []
    : [
        `If it was not you, undo it until ${dateOf(undo.until)} with this code:`,
        "",
        `    ${undo.token}`,
        "",
        "Do not share it. It can only restore this address."
      ]

const OTHERWISE = {
  SIGN_IN: "sign in",
  CONFIRM_ADDRESS: "use this address",
  RECOVER_ACCOUNT: "recover your account"
} satisfies { readonly [P in CodeFacts["purpose"]]: string }

const words = (subject: string, ...happened: ReadonlyArray<string>) => ({ subject, happened })

const wordsOf = (notice: MailedNotice, product: string, cancelToken = "") => {
  switch (notice.kind) {
    case "CREDENTIAL_ADDED":
      return words(
        `A new way to sign in to ${product}`,
        `${kinds[credentialTypeOf(notice.credentialType)].label} was added to your ${product} account.`,
        ...(notice.confirmedInHours === undefined
          ? []
          : [
              `For ${notice.confirmedInHours} hours it can do no more than the sign-in that added it. Was this not you? Sign in as before and remove it.`
            ])
      )
    case "CREDENTIAL_RETURNED":
      return words(
        `A way to sign in to ${product} is back`,
        `${kinds[credentialTypeOf(notice.credentialType)].label} was removed from your ${product} account, and works again because its owner signed in with it.`,
        "The ways to sign in that it had added recently were suspended."
      )
    case "CREDENTIAL_REMOVED":
      return words(
        `A way to sign in to ${product} was removed`,
        `${kinds[credentialTypeOf(notice.credentialType)].label} was removed from your ${product} account.`
      )
    case "EMAIL_CHANGED":
      return notice.recipient === "OLD"
        ? words(
            `Your ${product} codes go to another address now`,
            `The e-mail address of your ${product} account was changed.`,
            "Codes to sign in are no longer sent here."
          )
        : words(
            `This is now the address of your ${product} account`,
            `The e-mail address of your ${product} account was changed to this one.`,
            "Codes to sign in are sent here from now on."
          )
    case "EMAIL_RESTORED":
      return notice.recipient === "OLD"
        ? words(
            `Your ${product} codes are sent here again`,
            `A change of the e-mail address of your ${product} account was undone.`,
            "Codes to sign in are sent here again, and sessions opened with codes have ended."
          )
        : words(
            `This is no longer the address of your ${product} account`,
            `The owner of the previous e-mail address undid a change of your ${product} account.`,
            "Codes to sign in are no longer sent here."
          )
    case "WALLET_EXPORTED":
      return words(
        `Your ${product} wallet was exported`,
        `The recovery phrase of your ${product} wallet was exported.`,
        "Anyone who has it controls the wallet."
      )
    case "CUSTOMER_DELETED":
      return words(
        `Your ${product} account was deleted`,
        notice.authorisedBy === "END_USER"
          ? `Your ${product} account was deleted, as you signed for.`
          : `${product} deleted your account.`,
        "Its credentials were removed and its sessions have ended."
      )
    case "CODE_LOCKED":
      return words(
        `Too many wrong ${product} codes`,
        `Too many wrong codes were entered for your ${product} account.`,
        `New codes are sent again in ${minutesOf(notice.lockedForMinutes)}, and they are longer then.`
      )
    case "RECOVERY_STARTED":
      return words(
        `A recovery of your ${product} account started`,
        `${notice.method === "GUARDIAN" ? "A guardian" : `${product} support`} started a recovery of your ${product} account.`,
        `In ${notice.readyInHours} hours it can bind a new way to sign in, and suspend all others.`,
        "Until then nothing can leave your account.",
        "",
        "To stop it, sign in, or enter this code on the recovery page:",
        "",
        `    ${cancelToken}`
      )
    case "RECOVERY_CANCELLED":
      return words(
        `The recovery of your ${product} account was stopped`,
        `The recovery of your ${product} account was stopped. Nothing was changed.`
      )
    case "RECOVERY_COMPLETED":
      return words(
        `Your ${product} account was recovered`,
        `${kinds[credentialTypeOf(notice.credentialType)].label} was bound to your ${product} account by a recovery.`,
        "All other ways to sign in are suspended, and nothing can leave your account for some days."
      )
    case "SAVED_CODES_CREATED":
      return words(
        `New recovery codes for your ${product} account`,
        `New recovery codes were made for your ${product} account. Older ones no longer work.`
      )
    case "GUARDIAN_ADDED":
      return words(
        `A guardian was added to your ${product} account`,
        `A guardian, who can start a recovery, was added to your ${product} account.`
      )
    case "GUARDIAN_REMOVED":
      return words(
        `A guardian was removed from your ${product} account`,
        `A guardian was removed from your ${product} account.`
      )
    case "OPERATOR_ACTED":
      return words(`Support changed your ${product} account`, `${product} ${ACTS[notice.act]}.`)
  }
}

const ACTS: { readonly [Act in Extract<Notice, { kind: "OPERATOR_ACTED" }>["act"]]: string } = {
  SESSIONS_ENDED: "signed your account out on all devices",
  ACCOUNT_SUSPENDED: "suspended your account and signed it out on all devices. Nothing was removed",
  ACCOUNT_RESUMED: "resumed your account. You can sign in again",
  CREDENTIAL_SUSPENDED: "suspended one of your ways to sign in. Nothing was removed",
  CREDENTIAL_RESUMED: "resumed one of your ways to sign in",
  CREDENTIAL_UNLOCKED: "allowed new codes again after too many wrong ones"
}

const minutesOf = (minutes: number): string => (minutes === 1 ? "1 minute" : `${minutes} minutes`)

const lines = (...each: ReadonlyArray<string>): string => `${each.join("\n")}\n`

/** `123456` as `123 456`: groups of three, or of four if that divides evenly, else with a longer last group. */
export const spaced = (code: string): string => {
  const size = code.length % 4 === 0 ? 4 : 3
  const groups = Math.max(1, Math.floor(code.length / size))
  return Array.from({ length: groups }, (_, at) =>
    code.slice(at * size, at === groups - 1 ? undefined : (at + 1) * size)
  ).join(" ")
}

export const minutesBetween = (from: number, to: number): number => Math.max(1, Math.round((to - from) / 60_000))

/** A text for one header line. Characters that could end the line, hide text or reverse it become spaces. */
export const plain = (text: string): string => text.replace(UNSEEN, " ").trim()

/** A text of several lines. Line feeds are the only control characters that remain. */
export const plainLines = (text: string): string =>
  text
    .split(/\r?\n/u)
    .map((line) => line.replace(UNSEEN, " "))
    .join("\n")

/**
 * Controls (including CR, LF and ESC), the separators U+2028 and U+2029, bidirectional overrides, unpaired surrogates.
 * The isolates around names of right-to-left letters remain.
 */
const UNSEEN = /(?:[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u2066\u2068\u2069])\p{Bidi_Control})+/gu
