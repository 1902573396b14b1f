/**
 * The account types, copied from the interface's tables and not read from the code: the currencies of each type, and
 * its rails by the field that names the account. The first field that was sent decides.
 */
export const table: ReadonlyArray<
  readonly [accountType: string, currencies: string, rails: Readonly<Record<string, ReadonlyArray<string>>>]
> = [
  ["AED_ACCOUNT", "AED", { iban: ["BANK_TRANSFER"] }],
  ["BASE_WALLET", "USDC", { address: [] }],
  ["BDT_ACCOUNT", "BDT", { accountNumber: ["BANK_TRANSFER"], phoneNumber: ["MOBILE_MONEY"] }],
  ["BRL_ACCOUNT", "BRL", { pixKey: ["PIX"] }],
  ["BWP_ACCOUNT", "BWP", { phoneNumber: ["MOBILE_MONEY"] }],
  ["CAD_ACCOUNT", "CAD", { accountNumber: ["BANK_TRANSFER"] }],
  ["CNY_ACCOUNT", "CNY", { accountNumber: ["BANK_TRANSFER"], phoneNumber: ["MOBILE_MONEY"] }],
  ["COP_ACCOUNT", "COP", { accountNumber: ["BANK_TRANSFER"], phoneNumber: ["MOBILE_MONEY"] }],
  ["DKK_ACCOUNT", "DKK", { iban: ["SEPA", "SEPA_INSTANT"] }],
  ["EGP_ACCOUNT", "EGP", { iban: ["BANK_TRANSFER"], phoneNumber: ["MOBILE_MONEY"] }],
  ["ETHEREUM_WALLET", "USDC USDT", { address: [] }],
  ["EUR_ACCOUNT", "EUR", { iban: ["SEPA", "SEPA_INSTANT"] }],
  ["GBP_ACCOUNT", "GBP", { accountNumber: ["FASTER_PAYMENTS"] }],
  ["GHS_ACCOUNT", "GHS", { accountNumber: ["BANK_TRANSFER"], phoneNumber: ["MOBILE_MONEY"] }],
  ["GTQ_ACCOUNT", "GTQ", { accountNumber: ["BANK_TRANSFER"] }],
  ["HKD_ACCOUNT", "HKD", { accountNumber: ["BANK_TRANSFER"] }],
  ["HTG_ACCOUNT", "HTG", { phoneNumber: ["MOBILE_MONEY"] }],
  ["IDR_ACCOUNT", "IDR", { accountNumber: ["BANK_TRANSFER"] }],
  ["INR_ACCOUNT", "INR", { vpa: ["UPI"], accountNumber: ["NEFT", "RTGS"] }],
  ["JMD_ACCOUNT", "JMD", { accountNumber: ["BANK_TRANSFER"] }],
  ["KES_ACCOUNT", "KES", { phoneNumber: ["MOBILE_MONEY"] }],
  ["LIGHTNING", "BTC", { invoice: [], bolt12: [], lightningAddress: [] }],
  ["MWK_ACCOUNT", "MWK", { phoneNumber: ["MOBILE_MONEY"] }],
  ["MXN_ACCOUNT", "MXN", { clabeNumber: ["SPEI"] }],
  ["MYR_ACCOUNT", "MYR", { accountNumber: ["BANK_TRANSFER"] }],
  ["NGN_ACCOUNT", "NGN", { accountNumber: ["BANK_TRANSFER"] }],
  ["PHP_ACCOUNT", "PHP", { accountNumber: ["BANK_TRANSFER"] }],
  ["PKR_ACCOUNT", "PKR", { accountNumber: ["BANK_TRANSFER"], iban: ["BANK_TRANSFER"], phoneNumber: ["MOBILE_MONEY"] }],
  ["PLASMA_WALLET", "USDT", { address: [] }],
  ["POLYGON_WALLET", "USDC", { address: [] }],
  ["RWF_ACCOUNT", "RWF", { phoneNumber: ["MOBILE_MONEY"] }],
  ["SGD_ACCOUNT", "SGD", { accountNumber: ["PAYNOW", "FAST", "BANK_TRANSFER"] }],
  ["SLV_ACCOUNT", "USD", { accountNumber: ["BANK_TRANSFER"], phoneNumber: ["MOBILE_MONEY"] }],
  ["SOLANA_WALLET", "USDC", { address: [] }],
  ["SPARK_WALLET", "BTC", { address: [] }],
  ["SWIFT_ACCOUNT", "USD", { accountNumber: ["SWIFT"], iban: ["SWIFT"] }],
  ["THB_ACCOUNT", "THB", { accountNumber: ["BANK_TRANSFER"] }],
  ["TRON_WALLET", "USDT", { address: [] }],
  ["TZS_ACCOUNT", "TZS", { phoneNumber: ["MOBILE_MONEY"] }],
  ["UGX_ACCOUNT", "UGX", { phoneNumber: ["MOBILE_MONEY"] }],
  ["USD_ACCOUNT", "USD", { accountNumber: ["ACH", "WIRE", "RTP", "FEDNOW"] }],
  ["US_ACCOUNT", "USD", { accountNumber: ["ACH", "WIRE", "RTP", "FEDNOW"] }],
  ["VND_ACCOUNT", "VND", { accountNumber: ["BANK_TRANSFER"] }],
  ["XAF_ACCOUNT", "XAF", { phoneNumber: ["MOBILE_MONEY"] }],
  ["XOF_ACCOUNT", "XOF", { phoneNumber: ["MOBILE_MONEY"] }],
  ["ZAR_ACCOUNT", "ZAR", { accountNumber: ["BANK_TRANSFER"] }],
  ["ZMW_ACCOUNT", "ZMW", { phoneNumber: ["MOBILE_MONEY"] }]
]

export const isWallet = (accountType: string): boolean => accountType === "LIGHTNING" || accountType.endsWith("_WALLET")

/** The account types of the interface. The other types are extensions. */
export const ofTheInterface = (
  "USD_ACCOUNT US_ACCOUNT MXN_ACCOUNT BRL_ACCOUNT COP_ACCOUNT SLV_ACCOUNT EUR_ACCOUNT PHP_ACCOUNT GBP_ACCOUNT " +
  "INR_ACCOUNT NGN_ACCOUNT ZAR_ACCOUNT KES_ACCOUNT TZS_ACCOUNT ZMW_ACCOUNT RWF_ACCOUNT MWK_ACCOUNT UGX_ACCOUNT " +
  "XOF_ACCOUNT CAD_ACCOUNT SPARK_WALLET"
).split(" ")
