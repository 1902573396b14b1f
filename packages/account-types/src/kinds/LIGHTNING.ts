import { bech32 } from "@scure/base"
import { type Format, optional, text } from "../Field.ts"
import { name } from "../formats/formats.ts"
import { kind, type Variant } from "../Kind.ts"
import { bytes, characters } from "../Random.ts"
import { SELF_CUSTODY } from "../wallet.ts"

/** Returns whether a text is a main-network invoice with a valid checksum. Source: BOLT 11, BIP 173. */
export const hasInvoiceChecksum = (invoice: string): boolean => {
  const decoded = bech32.decodeUnsafe(invoice, invoice.length)
  return decoded !== undefined && /^lnbc(?:[0-9]+[munp]?)?$/u.test(decoded.prefix)
}

/** Returns an invoice without an amount that encodes the bytes. */
const invoice = (bytes: Uint8Array): string => bech32.encode("lnbc", bech32.toWords(bytes), false)

const bolt11: Format = {
  pattern: "ln(?:bc|tb|tbs|bcrt)[0-9]*[munp]?1[02-9ac-hj-np-z]+",
  minLength: 20,
  maxLength: 2048,
  says: "a Lightning invoice in lower case",
  production: {
    says: "a Lightning invoice of the main network with its checksum",
    findsEveryDigit: true,
    holds: hasInvoiceChecksum
  },
  sample: (random) => invoice(bytes(random, 160))
}

const bolt12: Format = {
  pattern: "lno1[02-9ac-hj-np-z]+",
  minLength: 20,
  maxLength: 2048,
  says: "a Lightning offer in lower case",
  sample: (random) => `lno1${characters(random, 60, "qpzry9x8gf2tvdw0s3jn54khce6mua7l")}`
}

const lightningAddress: Format = {
  pattern: "[a-z0-9._+\\-]+@[a-z0-9.\\-]+\\.[a-z]{2,}",
  minLength: 6,
  maxLength: 254,
  says: "a Lightning address, such as name@example.com",
  sample: (random) => `ada${characters(random, 3)}@example.com`
}

const by = (field: string, label: string, format: Format): Variant => ({
  name: field.toUpperCase(),
  label,
  identifier: field,
  rails: [],
  fields: [text(field, label, format), optional(text("vaspName", "Provider of the wallet", name(255)))]
})

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
