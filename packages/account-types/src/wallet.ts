import { type Format, optional, text } from "./Field.ts"
import { name } from "./formats/formats.ts"
import { type Kind, kind, only, type Source } from "./Kind.ts"

export const provider = optional(text("vaspName", "Provider of the wallet", name(255)))

/** A self-custodial wallet. A beneficiary is optional; one that is sent must be complete. */
export const wallet = <const T extends string>(
  accountType: T,
  label: string,
  currencies: Kind["currencies"],
  address: Format,
  source: Source
): Kind<T> =>
  kind({
    accountType,
    label,
    currencies,
    destination: SELF_CUSTODY,
    selfCustody: true,
    variants: only("address", [], text("address", "Address", address), provider),
    source
  })

/** The destination of self-custodial wallets. No table has a row for it. */
export const SELF_CUSTODY = "SELF_CUSTODY"
