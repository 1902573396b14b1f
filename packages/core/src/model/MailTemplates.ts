import { HIDDEN } from "@countersign/account-types"
import { Schema, SchemaTransformation } from "effect"
import { Notice } from "./Notice.ts"
import { inOrder, isolated, shown, unlinked } from "./text.ts"

/** The placeholders of each kind of mail. */
const CODE = ["appName", "code", "minutes"]
const NOTICE = ["appName", "date", "details"]

const PLACEHOLDER = /\{\{([^{}]*)\}\}/gu

const namesIn = (text: string): ReadonlyArray<string> => Array.from(text.matchAll(PLACEHOLDER), ([, name = ""]) => name)

// Letters, digits and the punctuation of sentences. Every character of an address that these lack: / : @ \ _ ~ = # < >
const WORDS =
  /^[\p{L}\p{M}\p{Nd}\p{Sc} \u00A0\u202F\u3000\n.,;:!?¿¡'’‘"“”„«»()\-–—…%&*+·、。，：；！？「」『』（）،؛؟۔।]*$/u

// What an address is joined by: a full stop before a letter, or a colon between letters.
const JOINS = /[.。۔](?=[\p{L}\p{M}\p{Nd}])|\p{L}:(?=[\p{L}\p{Nd}])/u

/** A text as it is in a mail, with the brand name that joins most: one with a full stop at its end. */
const inFull = (text: string): string =>
  text.replaceAll(PLACEHOLDER, (_, name) => (name === "appName" || name === "details" ? "A." : "0"))

/** The required placeholder is among the first lines, and no gap pushes text out of sight. */
const isNear = (text: string, name: string): boolean => {
  const [before = ""] = text.split(`{{${name}}}`)
  return before.length < Math.min(text.length, 300) && before.split("\n").length <= 5 && !/\n *\n *\n/u.test(text)
}

/** One phrase: no sentence follows another, and its digits are fewer than those of a code. */
const isPhrase = (text: string): boolean => {
  const end = text.search(/[.!?;…。！？؟۔।]/u)
  const after = end === -1 ? "" : text.slice(end)
  return !/[\p{L}\p{Nd}]/u.test(after) && text.replaceAll(/\P{Nd}/gu, "").length < 6
}

/** Only known placeholders and the characters of sentences: no address that a reader could follow or write to. */
const words = (max: number, known: ReadonlyArray<string>, required?: string) => {
  const list = known.map((name) => `{{${name}}}`).join(", ")
  const form = required === undefined ? "a phrase" : `a text with {{${required}}} in its first lines`
  return Schema.String.check(
    Schema.isMinLength(1),
    Schema.isMaxLength(max),
    Schema.makeFilter(
      (text: string) => {
        const full = inFull(text)
        return (
          namesIn(text).every((name) => known.includes(name)) &&
          WORDS.test(full) &&
          !JOINS.test(full) &&
          full.split("\n").every((line) => line === "" || !HIDDEN.test(line)) &&
          (required === undefined ? !full.includes("\n") && isPhrase(text) : isNear(text, required))
        )
      },
      {
        fault:
          "The text has an unknown placeholder, lacks a required one, has empty lines in a row, or contains a link, an address or a character that sentences do not have",
        send: `${form}, of at most ${max} characters, with no placeholders but ${list}`
      }
    )
  ).pipe(Schema.decodeTo(Schema.String, SchemaTransformation.passthrough()))
}

/**
 * The subject and the text of a mail, as plain text with placeholders such as {{code}}. A subject never contains the
 * code, because subjects are logged and shown on locked screens. {@link fillTemplate} writes what the mail is about
 * above the text, so no template hides or replaces it.
 */
export const CodeTemplate = Schema.Struct({
  subject: words(150, ["appName"]),
  text: words(1500, CODE, "code")
}).annotate({ description: "The words of a mail, as plain text with placeholders" })
export const NoticeTemplate = Schema.Struct({
  subject: words(150, ["appName"]),
  text: words(1500, NOTICE, "details")
})

const NOTICE_KINDS = Notice.members.map(({ fields }) => fields.kind.literal)

export const MailTemplates = Schema.Struct({
  code: Schema.optionalKey(CodeTemplate),
  notices: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        kind: Schema.Literals(NOTICE_KINDS).annotate({ description: "The kind of a notice to end users" }),
        ...NoticeTemplate.fields
      })
    ).check(Schema.isMaxLength(NOTICE_KINDS.length))
  )
}).annotate({
  description:
    "The words of the mails, as plain text. Placeholders of a code mail: `{{code}}` (required in its text), `{{minutes}}`, `{{appName}}`; of a notice: `{{details}}` (required in its text), `{{date}}`, `{{appName}}`. Subjects: `{{appName}}`. The purpose of a code and the code, or the details, come first in each mail"
})

export interface MailTemplate {
  readonly subject: string
  readonly text: string
}

/** The purpose of each code, as the first sentence of its mail. A platform cannot change it. */
export const purposes = {
  SIGN_IN: (product: string) => `Your code to sign in to ${product}`,
  CONFIRM_ADDRESS: (product: string) => `Your code to confirm this address for your ${product} account`,
  RECOVER_ACCOUNT: (product: string) => `Your code to recover your ${product} account`
}

/** The values of a mail: the placeholders of a code, with its purpose, or those of a notice. */
export type TemplateValues =
  | {
      readonly appName: string
      readonly code: string
      readonly minutes: string
      /** Default: `SIGN_IN`. */
      readonly purpose?: keyof typeof purposes
    }
  | { readonly appName: string; readonly date: string; readonly details: string }

/**
 * Returns a template with its placeholders replaced, below the sentence of the purpose and the code, or the details of
 * the notice. Values are inserted as they are and not searched again. A template that an older version stored has no
 * links either.
 */
export const fillTemplate = ({ subject, text }: MailTemplate, values: TemplateValues): MailTemplate => {
  const isCode = "code" in values
  const appName = isolated(values.appName)
  const lead = isCode ? `${purposes[values.purpose ?? "SIGN_IN"](appName)}:\n\n    ${values.code}` : values.details
  const known: Readonly<Record<string, string>> = isCode
    ? { appName, code: inOrder(values.code, text + appName), minutes: values.minutes }
    : { appName, date: values.date, details: values.details }
  const filled = (part: string) =>
    unlinked(
      part.replaceAll(PLACEHOLDER, (all, name: string) => (Object.hasOwn(known, name) ? (known[name] ?? all) : all))
    )
  const below = text.split("\n").map((line) => (line.trim() === "" ? "" : shown(line)))
  const rest = below
    .join("\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .replaceAll(/^\n*(?:\{\{details\}\}\n*)?|\n+$/gu, "")
  return {
    subject: filled(isPhrase(subject) ? shown(subject) : "{{appName}}"),
    text: `${lead}\n\n${filled(rest)}`
  }
}
