import { business, customerId, person, usd } from "@countersign/harness/externalAccounts"
import { businessInfo } from "@countersign/harness/fixtures"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

// Every field that the interface, or a public client of its kind, sends in a body (FC1, FC2, FC11). Each must be
// accepted.
const world = makeWorld()
afterAll(() => world.countersign.close())

const call = (method: string, path: string, body?: unknown) => world.call(callers.a, method, path, { body })
const accountOf = async (owner: string, type: string): Promise<string> => {
  const { body } = await call("GET", `/customers/internal-accounts?customerId=${owner}&type=${type}`)
  return body.data[0].id
}

const address = {
  line1: "1 Main Street",
  line2: "Flat 2",
  city: "London",
  state: "Greater London",
  postalCode: "SW1A 1AA",
  country: "GB"
}
let owner = ""
let firm = ""
let dollars = ""
let external = ""
beforeAll(async () => {
  owner = await customerId(world)
  const created = await call("POST", "/customers", {
    customerType: "BUSINESS",
    businessInfo: { legalName: "Acme Ltd", registrationNumber: "RC-204117" }
  })
  firm = created.body.id
  dollars = await accountOf(owner, "INTERNAL_FIAT")
  await call("POST", `/sandbox/internal-accounts/${dollars}/fund`, { amount: 1_000_000 })
  external = (await call("POST", "/customers/external-accounts", usd({}, { customerId: owner }))).body.id
})

const common = { region: "GB", currencies: ["USD", "USDC"], address }

/** The purpose of a body, its call, and the expected status. Ids are resolved when the tests run. */
const bodies: ReadonlyArray<readonly [string, () => readonly [string, string, object], number]> = [
  [
    "a person",
    () => [
      "POST",
      "/customers",
      {
        customerType: "INDIVIDUAL",
        platformCustomerId: "person-1",
        umaAddress: "$person@pay.example.com",
        email: "person@example.com",
        fullName: "Ada Lovelace",
        birthDate: "1990-12-10",
        nationality: "GB",
        ...common
      }
    ],
    201
  ],
  [
    "a business",
    () => [
      "POST",
      "/customers",
      {
        customerType: "BUSINESS",
        platformCustomerId: "firm-1",
        umaAddress: "$firm@pay.example.com",
        email: "firm@example.com",
        businessInfo,
        ...common
      }
    ],
    201
  ],
  [
    "a change of a person",
    () => [
      "PATCH",
      `/customers/${owner}`,
      {
        customerType: "INDIVIDUAL",
        fullName: "Ada King",
        birthDate: "1990-12-10",
        nationality: "GB",
        umaAddress: "$ada@pay.example.com",
        ...common
      }
    ],
    200
  ],
  [
    "a change of a business",
    () => ["PATCH", `/customers/${firm}`, { customerType: "BUSINESS", businessInfo, ...common }],
    200
  ],
  [
    "an external account of a person",
    () => [
      "POST",
      "/customers/external-accounts",
      usd(
        {
          bankAccountType: "CHECKING",
          bankName: "First Bank",
          paymentRails: ["ACH"],
          platformAccountId: "account-1",
          beneficiary: {
            ...person,
            birthDate: "1990-12-10",
            nationality: "GB",
            email: "ada@example.com",
            documentNumber: "AB123456",
            address
          }
        },
        { customerId: owner, platformAccountId: "account-1", defaultUmaDepositAccount: true }
      )
    ],
    201
  ],
  [
    "an external account of a business",
    () => [
      "POST",
      "/platform/external-accounts",
      usd({ beneficiary: { ...business, email: "acme@example.com", documentNumber: "AB123456", address } })
    ],
    201
  ],
  [
    "a quote",
    () => [
      "POST",
      "/quotes",
      {
        source: { sourceType: "ACCOUNT", accountId: dollars, customerId: owner, currency: "USD" },
        destination: { destinationType: "ACCOUNT", accountId: external, currency: "USD", paymentRail: "ACH" },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 1000,
        description: "Invoice 7",
        immediatelyExecute: false,
        purposeOfPayment: "GIFT",
        lookupId: "Lookup:01890000-0000-7000-8000-000000000000",
        senderCustomerInfo: { fullName: "Ada Lovelace" },
        remittanceInformation: "Invoice 7"
      }
    ],
    201
  ],
  [
    "a quote that is funded externally",
    () => [
      "POST",
      "/quotes",
      {
        source: { sourceType: "REALTIME_FUNDING", customerId: owner, currency: "USD", cryptoNetwork: "SPARK" },
        destination: { destinationType: "ACCOUNT", accountId: dollars },
        lockedCurrencySide: "RECEIVING",
        lockedCurrencyAmount: 1000
      }
    ],
    201
  ],
  [
    "a transfer in",
    () => [
      "POST",
      "/transfer-in",
      {
        source: { accountId: external },
        destination: { accountId: dollars },
        amount: 1000,
        remittanceInformation: "Invoice 7",
        purposeOfPayment: "GIFT"
      }
    ],
    201
  ],
  [
    "a transfer out",
    () => [
      "POST",
      "/transfer-out",
      {
        source: { accountId: dollars },
        destination: { accountId: external, paymentRail: "ACH" },
        amount: 1000,
        remittanceInformation: "Invoice 7",
        purposeOfPayment: "GIFT"
      }
    ],
    201
  ],
  [
    "a beneficial owner",
    () => [
      "POST",
      "/beneficial-owners",
      {
        customerId: firm,
        roles: ["UBO", "DIRECTOR", "COMPANY_OFFICER", "CONTROL_PERSON", "TRUSTEE", "GENERAL_PARTNER"],
        ownershipPercentage: 25.5,
        personalInfo: {
          firstName: "Ada",
          middleName: "King",
          lastName: "Lovelace",
          birthDate: "1990-12-10",
          nationality: "GB",
          address,
          email: "ada@example.com",
          phoneNumber: "+442079460000",
          idType: "PASSPORT",
          identifier: "AB123456",
          countryOfIssuance: "GB"
        }
      }
    ],
    201
  ],
  ["a verification", () => ["POST", "/verifications", { customerId: firm }], 200],
  [
    "the config",
    () => [
      "PATCH",
      "/config",
      {
        umaDomain: "pay.example.com",
        proxyUmaSubdomain: "acme",
        webhookEndpoint: null,
        isRegulatedFinancialInstitution: true,
        supportedCurrencies: [
          {
            currencyCode: "USD",
            minAmount: 1,
            maxAmount: 100_000_000,
            requiredCounterpartyFields: [{ name: "FULL_NAME", mandatory: false }],
            enabledTransactionTypes: ["INCOMING", "OUTGOING"]
          }
        ],
        embeddedWalletConfig: {
          appName: "Acme",
          otpLength: 6,
          alphanumeric: false,
          expirationSeconds: 300,
          sendFromEmailAddress: "codes@example.com",
          sendFromEmailSenderName: "Acme",
          replyToEmailAddress: "help@example.com",
          logoUrl: "https://example.com/logo.png"
        }
      }
    ],
    200
  ],
  ["a token", () => ["POST", "/tokens", { name: "reports", permissions: ["VIEW", "TRANSACT", "MANAGE"] }], 201],
  [
    "a payment to a payment address",
    () => [
      "POST",
      "/sandbox/uma/receive",
      {
        senderUmaAddress: "$success.usd@sandbox.example.com",
        receivingCurrencyCode: "USD",
        receivingCurrencyAmount: 500,
        customerId: owner
      }
    ],
    200
  ]
]

describe("accepts a body with every field of the interface", () => {
  it.each(bodies)("FC1, FC2: %s", async (_, request, status) => {
    const [method, path, body] = request()
    const answer = await call(method, path, body)
    expect([answer.status, answer.body?.details]).toEqual([status, undefined])
  })
})
