import { Schema } from "effect"
import { line } from "./expected.ts"
import { Notice } from "./Notice.ts"

/** The placeholders of each kind of mail. */
const CODE = ["appName", "code", "minutes"]
const NOTICE = ["appName", "date", "details"]

const namesIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/\{\{([^{}]*)\}\}/gu), ([, name = ""]) => name)

/** Only known placeholders, all required ones, and no address that a reader could follow or write to. */
const filledWith = (known: ReadonlyArray<string>, required?: string) => {
  const list = known.map((name) => `{{${name}}}`).join(", ")
  const must = required === undefined ? "" : ` and with {{${required}}}`
  return Schema.makeFilter(
    (text: string) =>
      namesIn(text).every((name) => known.includes(name)) &&
      !/\{\{|\}\}/u.test(text.replaceAll(/\{\{[^{}]*\}\}/gu, "")) &&
      !/:\/\/|www\.|@/iu.test(text) &&
      (required === undefined || namesIn(text).includes(required)),
    {
      fault: "The text has an unknown placeholder, lacks a required one, or contains a link or an e-mail address",
      send: `a text with no placeholders but ${list}${must}, and without links and e-mail addresses`
    }
  )
}

/** Several lines. Line feeds are the only control characters. */
const body = Schema.String.check(
  Schema.isMinLength(1),
  Schema.isMaxLength(1500),
  Schema.isPattern(/^(?:\n|[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}])*$/u, {
    fault: "The text has a control character",
    send: "plain text whose only control characters are line feeds"
  })
)

/**
 * The subject and the text of a mail, as plain text with placeholders such as {{code}}. A subject never contains the
 * code, because subjects are logged and shown on locked screens. The text of a notice contains {{details}}, so that no
 * template hides what happened.
 */
export const CodeTemplate = Schema.Struct({
  subject: line(150).check(filledWith(["appName"])),
  text: body.check(filledWith(CODE, "code"))
})
export const NoticeTemplate = Schema.Struct({
  subject: line(150).check(filledWith(["appName"])),
  text: body.check(filledWith(NOTICE, "details"))
})

/** The kinds of notices. */
const NOTICE_KINDS = Notice.members.map(({ fields }) => fields.kind.literal)

export const MailTemplates = Schema.Struct({
  code: Schema.optionalKey(CodeTemplate),
  notices: Schema.optionalKey(
    Schema.Array(Schema.Struct({ kind: Schema.Literals(NOTICE_KINDS), ...NoticeTemplate.fields })).check(
      Schema.isMaxLength(NOTICE_KINDS.length)
    )
  )
})
export type MailTemplates = typeof MailTemplates.Type

/** A template as the mailer receives it. */
export interface MailTemplate {
  readonly subject: string
  readonly text: string
}

/** Returns a template with its placeholders replaced. Values are inserted as they are and not searched again. */
export const fillTemplate = (
  { subject, text }: MailTemplate,
  values: Readonly<Record<string, string>>
): MailTemplate => {
  const filled = (part: string) =>
    part.replaceAll(/\{\{([^{}]*)\}\}/gu, (all, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? all) : all
    )
  return { subject: filled(subject), text: filled(text) }
}
