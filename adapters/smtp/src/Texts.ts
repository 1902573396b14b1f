import type { Notice } from "@countersign/core"
import { credentialTypeOf, kinds } from "@countersign/core/internal"

/** One mail as its reader sees it. Plain text; what could break out of a line is taken out of both parts. */
export interface Letter {
  readonly subject: string
  readonly text: string
}

/** What a mail with a code may say. */
export interface CodeFacts {
  readonly product: string
  readonly platformId: string
  readonly code: string
  /** The code in groups of three or four, to be read. */
  readonly spaced: string
  /** How long the code is good for from now on, at least 1. */
  readonly minutes: number
}

/** What a notice to an end user may say. It contains no code and no address but the recipient's. */
export interface NoticeFacts {
  readonly product: string
  readonly platformId: string
  /** What changed; `kind` names it. */
  readonly notice: Notice
  readonly at: Date
}

/** The words of each mail. */
export interface Texts {
  readonly code: (facts: CodeFacts) => Letter
  readonly notice: (facts: NoticeFacts) => Letter
}

/** In plain English, without a link. The code is in the body alone: subjects are logged, and seen on locked screens. */
export const defaultTexts: Texts = {
  code: ({ minutes, product, spaced }) => ({
    subject: `Your ${product} code`,
    text: lines(
      `Your code to sign in to ${product}:`,
      "",
      `    ${spaced}`,
      "",
      `It works once, for about ${minutesOf(minutes)}. A newer code replaces it.`,
      "",
      `Nobody from ${product} will ever ask you for it.`,
      "If you did not want to sign in, ignore this mail."
    )
  }),
  notice: ({ at, notice, product }) => {
    const { happened, subject } = wordsOf(notice, product)
    return {
      subject,
      text: lines(
        ...happened,
        "",
        `This happened on ${at.toISOString().slice(0, 16).replace("T", " at ")} UTC.`,
        `If it was not you, contact ${product} at once.`
      )
    }
  }
}

interface Words {
  readonly subject: string
  readonly happened: ReadonlyArray<string>
}

const wordsOf = (notice: Notice, product: string): Words => {
  switch (notice.kind) {
    case "CREDENTIAL_ADDED":
      return {
        subject: `A new way to sign in to ${product}`,
        happened: [`${kinds[credentialTypeOf(notice.credentialType)].label} was added to your ${product} account.`]
      }
    case "CREDENTIAL_REMOVED":
      return {
        subject: `A way to sign in to ${product} was removed`,
        happened: [`${kinds[credentialTypeOf(notice.credentialType)].label} was removed from your ${product} account.`]
      }
    case "EMAIL_CHANGED":
      return notice.recipient === "OLD"
        ? {
            subject: `Your ${product} codes go to another address now`,
            happened: [
              `The e-mail address of your ${product} account was changed.`,
              "Codes to sign in are no longer sent here."
            ]
          }
        : {
            subject: `This is now the address of your ${product} account`,
            happened: [
              `The e-mail address of your ${product} account was changed to this one.`,
              "Codes to sign in are sent here from now on."
            ]
          }
    case "WALLET_EXPORTED":
      return {
        subject: `Your ${product} wallet was exported`,
        happened: [
          `The recovery phrase of your ${product} wallet was exported.`,
          "Anyone who has it controls the wallet."
        ]
      }
    case "CUSTOMER_DELETED":
      return {
        subject: `Your ${product} account was deleted`,
        happened: [
          notice.authorisedBy === "END_USER"
            ? `Your ${product} account was deleted, as you signed for.`
            : `${product} deleted your account.`,
          "Its credentials were removed and its sessions have ended."
        ]
      }
    case "CODE_LOCKED":
      return {
        subject: `Too many wrong ${product} codes`,
        happened: [
          `Too many wrong codes were entered for your ${product} account.`,
          `New codes are sent again in ${minutesOf(notice.lockedForMinutes)}, and they are longer then.`
        ]
      }
  }
}

const minutesOf = (minutes: number): string => (minutes === 1 ? "1 minute" : `${minutes} minutes`)

const lines = (...each: ReadonlyArray<string>): string => `${each.join("\n")}\n`

/** `123456` as `123 456`: groups of three, of four where that comes out even, else a longer group at the end. */
export const spaced = (code: string): string => {
  const size = code.length % 4 === 0 ? 4 : 3
  const groups = Math.max(1, Math.floor(code.length / size))
  return Array.from({ length: groups }, (_, at) =>
    code.slice(at * size, at === groups - 1 ? undefined : (at + 1) * size)
  ).join(" ")
}

/** Whole minutes between two instants, to the nearest, and never none. */
export const minutesBetween = (from: number, to: number): number => Math.max(1, Math.round((to - from) / 60_000))

/** A text for one line of a header: whatever could end the line, hide in it or turn it round becomes a space. */
export const plain = (text: string): string => text.replace(UNSEEN, " ").trim()

/** A text of several lines. Only line feeds survive of what is not seen. */
export const plainLines = (text: string): string =>
  text
    .split(/\r?\n/u)
    .map((line) => line.replace(UNSEEN, " "))
    .join("\n")

/** Controls (CR, LF and ESC among them), the separators U+2028 and U+2029, bidirectional overrides, halves of a pair. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]+/gu
