import { bech32 } from "@scure/base"

/** True for an invoice of the main network whose checksum is right. Source: BOLT 11, BIP 173. */
export const hasInvoiceChecksum = (invoice: string): boolean => {
  const decoded = bech32.decodeUnsafe(invoice, invoice.length)
  return decoded !== undefined && /^lnbc(?:[0-9]+[munp]?)?$/u.test(decoded.prefix)
}

/** The text of some bytes as an invoice without an amount. */
export const invoice = (bytes: Uint8Array): string => bech32.encode("lnbc", bech32.toWords(bytes), false)
