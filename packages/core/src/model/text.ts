import { HIDDEN, isLabel, isolated, isVisible, withoutHidden } from "@countersign/account-types"
import { Schema, SchemaTransformation } from "effect"

// Text of a caller that a person reads in a mail, on a page or in a log. It is validated where it enters, on the encoded
// side of its schema: `Schema.toType` of that schema reads what older versions stored, and `shown` neutralises it.

/**
 * Text in NFC without outer spaces, of 1 to `max` characters, that passes `isValid`. Canonically equal text may be
 * longer when it is sent.
 */
const text = (max: number, isValid: (text: string) => boolean, fault: string, send: string) =>
  Schema.String.annotate({ description: `1 to ${max} characters in NFC`, send })
    .check(
      Schema.isMinCodePoints(1),
      Schema.isMaxCodePoints(max * 4),
      Schema.isPattern(/^[^\p{Cc}\p{Zl}\p{Zp}\uFEFF]*$/u, {
        fault: "The text has a line break or a control character",
        send
      })
    )
    .pipe(
      Schema.decodeTo(
        Schema.String.check(
          Schema.isMinCodePoints(1),
          Schema.isMaxCodePoints(max),
          Schema.makeFilter(isValid, { fault, send })
        ),
        SchemaTransformation.transform({ decode: (sent) => sent.normalize("NFC").trim(), encode: (kept) => kept })
      ),
      Schema.decodeTo(Schema.String, SchemaTransformation.passthrough())
    )

const HIDES = "The text has a control, format, bidirectional or invisible character"

export const visible = (max: number) => text(max, isVisible, HIDES, `one line of 1 to ${max} visible characters`)

/** The name of a person, a payee, a device or a token: visible, with at least one letter or digit. */
export const label = (max: number) =>
  text(
    max,
    isLabel,
    `${HIDES}, or no letter or digit`,
    `one line of 1 to ${max} visible characters, such as Ada’s iPhone`
  )

/** An id that the platform chose: visible, and compared as it was sent. */
export const reference = (max: number) => {
  const send = `text of 1 to ${max} visible characters`
  return Schema.String.check(
    Schema.isMinCodePoints(1),
    Schema.isMaxCodePoints(max),
    Schema.makeFilter(isVisible, { fault: HIDES, send })
  ).pipe(Schema.decodeTo(Schema.String, SchemaTransformation.passthrough()))
}

const LONGEST_BRAND = 40

/**
 * The name of a platform. It is part of a sentence of ours, so it cannot end that sentence: a full stop comes last or
 * after an initial. Its digits are fewer than those of a code or a phone number.
 */
const isBrand = (name: string): boolean =>
  isLabel(name) &&
  [...name].length <= LONGEST_BRAND &&
  /^(?:\p{L}{1,2}\. )*[\p{L}\p{M}\p{Nd} &'’+,()\-–]+[.!]?$/u.test(name) &&
  name.replaceAll(/\P{Nd}/gu, "").length < 6

export const BrandName = text(
  LONGEST_BRAND,
  isBrand,
  "The name has a character that a brand name does not have, a full stop inside, or more than five digits",
  `a name of 1 to ${LONGEST_BRAND} letters, digits, spaces and the marks & ' + , ( ) - with a full stop at its end only`
)

/** The brand name in a stored text; undefined if the text is more than a name. */
export const brandOf = (stored = ""): string | undefined => {
  const name = shown(stored)
    .replaceAll(/[^\p{L}\p{M}\p{Nd}&'’+,()\-–.!]+|[.!](?=.)/gu, " ")
    .trim()
  return isBrand(stored) ? stored : isBrand(name) ? name : undefined
}

/** Returns whether an address, if any, is in one of the domains. Without a list, no mail is sent, and every address is. */
export const isAddressIn = (address: string | undefined, domains: ReadonlyArray<string> | undefined): boolean => {
  const domain = address === undefined ? undefined : asciiHost(address.slice(address.lastIndexOf("@") + 1))
  if (address === undefined || domains === undefined) return true
  return domain !== undefined && domains.some((each) => asciiHost(each) === domain)
}

/** Stored text as a person may see it: what is hidden becomes a space. */
export const shown = (stored: string): string => {
  const composed = stored.normalize("NFC")
  if (!HIDDEN.test(composed)) return composed
  return withoutHidden(composed).trim() || "?"
}

/** Stored text that every reader of its record sees neutralised. */
export const Shown = Schema.String.pipe(
  Schema.decodeTo(Schema.String, SchemaTransformation.transform({ decode: shown, encode: (kept) => kept }))
)

/** A code beside such letters, in its own order. */
export const inOrder = (code: string, beside: string): string =>
  isolated(beside) === beside ? code : `\u2066${code}\u2069`

/** Text in a mail, as no mail program makes a link of it, also of its compatibility form (UAX 15): a space follows what joins. */
export const unlinked = (inner: string): string => inner.replaceAll(JOINS, "$& ").replaceAll(/(?<=\S)[@＠﹫]/gu, " $&")

// Full stops, also those inside signs such as U+2488 and U+33C2, and symbols that stand for letters.
const JOINS =
  /[.。．｡․۔﹒\u2488-\u249B\u33C2\u33D8](?=[\p{L}\p{M}\p{N}\p{So}_~\u2066\u2068-])|[:：﹕\uFE13](?=[\p{L}\p{So}/\\／＼﹨])|[/\\／＼﹨](?=[/\\／＼﹨])|[@＠﹫]/gu

export { isolated }

/** A label in a mail of plain text: visible, isolated and without links. For mailers that print names. */
export const labelInMail = (name: string): string => isolated(unlinked(shown(name)))

/**
 * Returns a host name as a person writes it in its A-labels (RFC 5890), lower-case, or `undefined` if the text is not one.
 * Processed as the URL standard does (UTS 46): other alphabets, capitals, full-width letters, ideographic full stops.
 */
export const asciiHost = (name: string): string | undefined => {
  if (PLAIN.test(name)) return name.toLowerCase()
  const url = `http://${name}`
  if (!(WRITTEN.test(name) && URL.canParse(url))) return undefined
  const { hostname } = new URL(url)
  return PLAIN.test(hostname) ? hostname : undefined
}

const PLAIN = /^[A-Za-z0-9.-]+$/u
// Nothing that is part of another component of a URL. Some scripts need the two joiners.
const WRITTEN = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61\u200c\u200d]+$/u
