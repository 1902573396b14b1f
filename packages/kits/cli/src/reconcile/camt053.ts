import { DOMParser, type Element, onErrorStopParsing, ParseError } from "@xmldom/xmldom"
import type { Booking, Statement } from "./Statement.ts"
import { type Decimals, smallestUnits } from "./units.ts"

/**
 * Reads a statement in ISO 20022 camt.053, of any version: the entries that are booked, and in a batch each of its
 * transactions. Throws for what is not such a statement.
 */
export const camt053Statement = (text: string, decimals: Decimals): Statement => {
  const statements = all(rootOf(text), "Stmt")
  if (statements.length === 0) throw new Error("it contains no statement (BkToCstmrStmt/Stmt)")
  const [from] = statements.flatMap((statement) => texts(statement, "FrToDt", "FrDtTm")).toSorted()
  const to = statements
    .flatMap((statement) => texts(statement, "FrToDt", "ToDtTm"))
    .toSorted()
    .at(-1)
  return {
    bookings: statements.flatMap((statement) => all(statement, "Ntry").flatMap((entry) => bookingsOf(entry, decimals))),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to })
  }
}

/** Entities that a document declares could make it larger than memory, so it may declare none. */
const rootOf = (text: string): Element => {
  if (/<!DOCTYPE/iu.test(text)) throw new Error("it declares a document type, which no statement of ISO 20022 does")
  try {
    const root = new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, "text/xml").documentElement
    if (root === null) throw new Error("it is empty")
    return root
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw new Error(`it is no XML: ${error.message.split("\n")[0]}`, { cause: error })
  }
}

/** An entry of one payment, or of a batch, whose transactions have amounts of their own. */
const bookingsOf = (entry: Element, decimals: Decimals): ReadonlyArray<Booking> => {
  // Since version 8 the status is in an element of its own in Sts.
  if (!texts(entry, "Sts").includes("BOOK")) return []
  const details = all(entry, "TxDtls")
  const sign = texts(entry, "CdtDbtInd")[0] === "DBIT" ? "-" : ""
  const entryId = texts(entry, "AcctSvcrRef")[0] ?? texts(entry, "NtryRef")[0]
  const parts = details.length < 2 ? [entry] : details
  return parts.map((part, nth) => {
    const [amount] = parts.length === 1 ? children(entry, "Amt") : amountsOf(part)
    const [id] =
      parts.length === 1 ? [entryId] : [...texts(part, "Refs", "AcctSvcrRef"), entryId && `${entryId}/${nth}`]
    if (amount === undefined || id === undefined) {
      throw new Error(`an entry has no ${amount === undefined ? "amount (Amt)" : "reference (AcctSvcrRef or NtryRef)"}`)
    }
    const currency = amount.getAttribute("Ccy") ?? ""
    const names = NAMES.flatMap((name) => all(part, name).map(textOf))
    return {
      id,
      currency,
      amount: smallestUnits(`${sign}${textOf(amount)}`, currency, decimals),
      ...(names.length === 0 ? {} : { payment: names.join(" ").slice(0, 1000) })
    }
  })
}

/** Where banks repeat the names that they were given, or give their own. */
const NAMES = ["EndToEndId", "InstrId", "TxId", "PmtInfId", "AcctSvcrRef", "Ref", "Ustrd"]

const amountsOf = (part: Element) => [
  ...children(part, "Amt"),
  ...children(part, "AmtDtls").flatMap((amounts) => all(amounts, "TxAmt").flatMap((amount) => children(amount, "Amt")))
]

/** Elements by their name in any namespace, which names the version. */
const all = (element: Element, name: string): ReadonlyArray<Element> => [...element.getElementsByTagNameNS("*", name)]

const children = (element: Element, name: string): ReadonlyArray<Element> =>
  all(element, name).filter(({ parentNode }) => parentNode === element)

/** The texts below children of the given names, one below the other. */
const texts = (element: Element, ...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.reduce((found, name) => found.flatMap((each) => children(each, name)), [element]).map(textOf)

const textOf = ({ textContent }: Element): string => (textContent ?? "").trim()
