import { accountTypes, type Kind, kindsFor, sampleFields, seeded } from "@countersign/account-types"
import type { JsonObject } from "@countersign/core"

/**
 * Where to send money of a currency, so that it arrives with a reference: the account type of a bank in that currency, or
 * a wallet on each network that carries the coin. The accounts are made up. Money arrives in the sandbox by
 * `POST /sandbox/send` alone. A network narrows the wallets, by the first word of its name.
 */
export const instructionsFor = (currency: string, reference: string, network?: string): ReadonlyArray<JsonObject> => {
  const kinds = kindsFor(currency)
  const banks = kinds.filter(({ selfCustody }) => selfCustody !== true)
  const bank = banks.find(({ accountType }) => accountType === `${currency}_ACCOUNT`) ?? banks[0]
  if (bank !== undefined) return [instruction(bankInfo(bank, currency, reference), reference)]
  const wallets = kinds.filter(({ variants: [{ identifier }] }) => identifier === "address")
  return (wallets.length > 0 ? wallets : COINS)
    .filter(({ accountType }) => network === undefined || networkOf(accountType) === networkOf(network))
    .map((wallet) => instruction(walletInfo(wallet, currency, reference), reference))
}

/** A coin that no account type is made for, such as one of the host's own, is on Spark. */
const COINS: ReadonlyArray<Kind> = [...accountTypes.values()].filter(
  ({ accountType }) => accountType === "SPARK_WALLET"
)

const networkOf = (name: string): string => name.toUpperCase().split("_")[0] ?? ""

/** One account for all payers; the reference identifies each of them. */
const bankInfo = (kind: Kind, currency: string, reference: string): JsonObject => ({
  accountType: kind.accountType,
  ...sampleFields(kind, kind.variants[0], seeded(seedOf(currency))),
  paymentRails: [...kind.variants[0].rails],
  reference
})

/** An address for each payment, since a transfer on a network carries no reference. */
const walletInfo = (kind: Kind, assetType: string, reference: string): JsonObject => {
  const { address = "" } = sampleFields(kind, kind.variants[0], seeded(seedOf(`${kind.accountType} ${reference}`)))
  return { accountType: kind.accountType, address, assetType, paymentRails: [networkOf(kind.accountType)], reference }
}

const instruction = (accountOrWalletInfo: JsonObject, reference: string): JsonObject => ({
  accountOrWalletInfo,
  instructionsNotes: `Made up: send no money here. Use POST /sandbox/send. The reference is ${reference}.`,
  isPlatformAccount: true
})

/** FNV-1a, 32 bits. */
const seedOf = (text: string): number =>
  [...text].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193), 0x811c9dc5)
