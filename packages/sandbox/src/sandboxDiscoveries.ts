import { Discoveries, type Discovery } from "@countersign/core"
import { Layer } from "effect"

const bank = (country: string, currency: string, bankName: string, displayName = bankName): Discovery => ({
  bankName,
  displayName,
  country,
  currency
})

/** The banks and operators of the sandbox. */
export const SANDBOX_DISCOVERIES: ReadonlyArray<Discovery> = [
  bank("PH", "PHP", "BDO Unibank"),
  bank("PH", "PHP", "BPI", "Bank of the Philippine Islands"),
  bank("NG", "NGN", "Access Bank"),
  bank("NG", "NGN", "First Bank of Nigeria"),
  bank("NG", "NGN", "GTBank"),
  bank("NG", "NGN", "Zenith Bank"),
  bank("ZA", "ZAR", "Standard Bank"),
  bank("CO", "COP", "Bancolombia"),
  bank("CO", "COP", "Daviplata"),
  bank("CO", "COP", "Nequi"),
  bank("SV", "USD", "Banco Cuscatlan")
]

export const sandboxDiscoveries = Layer.succeed(Discoveries, SANDBOX_DISCOVERIES)
