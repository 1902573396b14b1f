import { bech32 } from "@scure/base"
import { type Format, text } from "../Field.ts"
import { bech32Case, lowerCase } from "../formats/spelling.ts"
import { kind, variant } from "../Kind.ts"
import { characters, type Random, wholeNumber } from "../Random.ts"
import { provider, SELF_CUSTODY } from "../wallet.ts"

/** Returns whether a text is a main-network invoice with a valid checksum. Source: BOLT 11, BIP 173. */
export const hasInvoiceChecksum = (invoice: string): boolean => wordsOf(invoice) !== undefined

const wordsOf = (invoice: string): ReadonlyArray<number> | undefined => {
  const decoded = bech32.decodeUnsafe(invoice, invoice.length)
  return decoded !== undefined && /^lnbc(?:[0-9]+[munp]?)?$/u.test(decoded.prefix) ? decoded.words : undefined
}

/** BOLT 11: a time of 7 words, fields of a type and a length of 2 words each, and a signature of 104 words. */
const hasInvoiceFields = (invoice: string): boolean => {
  const fields = wordsOf(invoice)?.slice(0, -SIGNATURE) ?? []
  let hash: number | undefined
  let at = TIME
  while (at + 2 < fields.length) {
    const [type, high = 0, low = 0] = fields.slice(at, at + 3)
    const length = high * 32 + low
    if (type === PAYMENT_HASH) hash ??= length
    at += 3 + length
  }
  return at === fields.length && hash === 52
}

const TIME = 7
const SIGNATURE = 104
const PAYMENT_HASH = 1

/** Returns an invoice without an amount, whose only field is the hash of the payment. */
const invoice = (random: Random): string => {
  const words = (count: number) => Array.from({ length: count }, () => wholeNumber(random, 0, 31))
  return bech32.encode("lnbc", [...words(TIME), PAYMENT_HASH, 1, 20, ...words(52), ...words(SIGNATURE)], false)
}

const bolt11: Format = {
  pattern: "ln(?:bc|tb|tbs|bcrt)[0-9]*[munp]?1[02-9ac-hj-np-z]+",
  minLength: 20,
  maxLength: 2048,
  says: "a Lightning invoice in lower case",
  spelling: bech32Case,
  production: {
    rules: [
      { says: "a Lightning invoice of the main network with its checksum", holds: hasInvoiceChecksum },
      { says: "a Lightning invoice with the hash of its payment", holds: hasInvoiceFields }
    ],
    findsEveryDigit: true
  },
  sample: invoice
}

const bolt12: Format = {
  pattern: "lno1[02-9ac-hj-np-z]+",
  minLength: 20,
  maxLength: 2048,
  says: "a Lightning offer in lower case",
  spelling: bech32Case,
  sample: (random) => `lno1${characters(random, 60, "qpzry9x8gf2tvdw0s3jn54khce6mua7l")}`
}

const lightningAddress: Format = {
  pattern: "[a-z0-9._+\\-]+@[a-z0-9.\\-]+\\.[a-z]{2,}",
  minLength: 6,
  maxLength: 254,
  says: "a Lightning address, such as name@example.com",
  spelling: lowerCase,
  sample: (random) => `ada${characters(random, 3)}@example.com`
}

const by = (field: string, label: string, format: Format) =>
  variant(field.toUpperCase(), label, field, [], text(field, label, format), provider)

/** A Lightning destination: exactly one of an invoice, an offer and an address. */
export const LIGHTNING = kind({
  accountType: "LIGHTNING",
  label: "Lightning",
  currencies: ["BTC"],
  destination: SELF_CUSTODY,
  selfCustody: true,
  variants: [
    by("invoice", "Invoice", bolt11),
    by("bolt12", "Offer", bolt12),
    by("lightningAddress", "Lightning address", lightningAddress)
  ],
  source: { asOf: "2026-11", note: "Beyond the interface; BOLT 11 (bech32), BOLT 12 (no checksum), LUD-16" }
})
