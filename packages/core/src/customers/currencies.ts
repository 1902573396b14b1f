import { Result } from "effect"
import type { PolicyValues } from "../model/Policy.ts"
import type { Currency } from "../model/policyFields.ts"
import { CurrencyInUse, CurrencyNotOffered } from "./refusals.ts"

type Offer = Pick<PolicyValues, "accountCurrencies" | "walletCurrency">

/**
 * The currencies of a new customer's accounts beside the wallet: those it names, or all that the platform offers. The
 * wallet exists in any case, so its currency may be named or left out.
 */
export const chosen = (
  wanted: ReadonlyArray<string> | undefined,
  { accountCurrencies, walletCurrency }: Offer
): Result.Result<ReadonlyArray<Currency>, CurrencyNotOffered> => {
  const offered = [...accountCurrencies, walletCurrency].map(({ code }) => code)
  if (wanted?.some((code) => !offered.includes(code)) === true) return Result.fail(new CurrencyNotOffered())
  return Result.succeed(accountCurrencies.filter(({ code }) => wanted?.includes(code) ?? true))
}

/** The currencies that a change adds to those a customer has. An account is not closed by leaving its currency out. */
export const added = (
  had: ReadonlyArray<string>,
  wanted: ReadonlyArray<string>,
  offer: Offer
): Result.Result<ReadonlyArray<Currency>, CurrencyInUse | CurrencyNotOffered> =>
  had.some((code) => code !== offer.walletCurrency.code && !wanted.includes(code))
    ? Result.fail(new CurrencyInUse())
    : chosen(
        wanted.filter((code) => !had.includes(code)),
        offer
      )
