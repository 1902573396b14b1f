import { type Exchange, generateKeyPair, type PaymentTerms } from "@countersign/client"
import { TermsApproval } from "@countersign/react"
import { encodeHex, encodeUtf8, signStamp } from "@countersign/wire"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { isValidStamp, operationsOf, shown, shownPayload, shownStamp } from "../src/page/inspector/operations.ts"
import { figures, inWords, unitsOf } from "../src/page/money.ts"
import { termsText } from "../src/page/panes/Pay.tsx"
import { externalAccountOf } from "../src/page/State.ts"
import { left } from "../src/page/time.ts"

describe("an amount", () => {
  it.each([
    ["100", 6, 100_000_000],
    ["12.50", 6, 12_500_000],
    ["0.000001", 6, 1],
    ["7", 0, 7]
  ])("%s with %i decimals is %i in the smallest unit", (text, decimals, units) => {
    expect(unitsOf(text, decimals)).toBe(units)
  })

  it.each(["", "0", "-1", "1,5", "1.", ".5", "1e3", "0.0000001", "9999999999", "abc"])("rejects %j", (text) => {
    expect(unitsOf(text, 6)).toBeUndefined()
  })

  it("is formatted with at least two decimals and all significant ones", () => {
    expect(inWords({ amount: 125_000, code: "USDC", decimals: 6 })).toBe("0.125 USDC")
    expect(figures({ amount: 123_456_700, code: "MXN", decimals: 2 })).toBe("1,234,567.00")
    expect(figures({ amount: 5, code: "XOF", decimals: 0 })).toBe("5")
  })
})

it("the remaining time of a session is shown in whole minutes, also when the clock lags", () => {
  const until = "2026-03-01T12:15:00.000Z"
  const at = (time: string) => left(until, Date.parse(`2026-03-01T${time}Z`))
  expect([at("11:59:59.5"), at("12:00:00"), at("12:00:01"), at("12:14:59"), at("12:15:00")]).toEqual([
    "15 min left",
    "15 min left",
    "15 min left",
    "1 min left",
    "expired"
  ])
})

const payload = JSON.stringify({
  parameters: { unsignedTransaction: encodeHex(encodeUtf8(JSON.stringify({ quoteId: "Quote:1" }))) }
})

const terms: PaymentTerms = {
  quoteId: "Quote:1",
  sent: { amount: 25_000_000, currency: "USDC", decimals: 6 },
  received: { amount: 42_909, currency: "MXN", decimals: 2 },
  fee: { amount: 125_000, currency: "USDC", decimals: 6 },
  rate: "0.058",
  payee: "Ada Lovelace",
  source: { accountId: "InternalAccount:1", accountType: "EMBEDDED_WALLET", identifiers: {}, digest: "" },
  destination: {
    accountId: "ExternalAccount:1",
    accountType: "MXN_ACCOUNT",
    identifiers: { clabeNumber: "032180000118359719" },
    digest: ""
  },
  expiresAt: 0
}

describe("the terms of a payment (I17)", () => {
  /** The rows that the end user reviews, without the remaining time. */
  const rowsOf = (shown: PaymentTerms, own: string) => {
    const nothing = () => {}
    const props = { terms: shown, text: termsText(own), onApprove: nothing, onDecline: nothing }
    // A long value can break at a <wbr>, which adds nothing to its text.
    const html = renderToStaticMarkup(createElement(TermsApproval, props)).replaceAll("<wbr/>", "")
    return [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gu)].map(([, term, words]) => [term, words])
  }

  it("include the payee, account type, identifiers, both amounts, fee and rate", () => {
    expect(rowsOf(terms, "InternalAccount:1")).toEqual([
      ["To", "Ada Lovelace"],
      ["Account type", "Mexican bank account"],
      ["CLABE", "032180000118359719"],
      ["You pay", "25.00 USDC"],
      ["Included fee", "0.125 USDC"],
      ["They receive", "429.09 MXN"],
      ["Rate", "0.058 USDC / MXN"],
      ["From", "This wallet"]
    ])
  })

  it("mark another paying wallet, and show unknown types and fields by name", () => {
    const destination = { accountType: "UMA_ADDRESS", identifiers: { umaAddress: "$a@b.c" }, digest: "" }
    const rows = rowsOf({ ...terms, destination }, "InternalAccount:2")
    expect(rows).toContainEqual(["Account type", "UMA_ADDRESS"])
    expect(rows).toContainEqual(["umaAddress", "$a@b.c"])
    expect(rows.at(-1)).toEqual(["From", "InternalAccount:1 (not this wallet)"])
  })
})

describe("a saved account", () => {
  const shownOf = (accountInfo: object) => {
    const { kind, number } = externalAccountOf({ accountInfo })
    return `${kind}: ${number}`
  }

  it("FU10: is listed by its Pix key, and the type of the key in words", () => {
    const pix = { accountType: "BRL_ACCOUNT", taxId: "12345678909" }
    expect(shownOf({ ...pix, pixKeyType: "PHONE", pixKey: "+5511987654321" })).toBe(
      "Pix key, phone number: +5511987654321"
    )
    expect(shownOf({ ...pix, pixKeyType: "EMAIL", pixKey: "ada@example.com" })).toBe(
      "Pix key, e-mail address: ada@example.com"
    )
  })

  it("is listed by the number of its variant, and not by its bank", () => {
    const wallet = { accountType: "COP_ACCOUNT", bankName: "Nequi", phoneNumber: "+573001234567" }
    expect(shownOf(wallet)).toMatch(/: \+573001234567$/u)
    expect(shownOf({ accountType: "UNKNOWN_ACCOUNT" })).toBe("UNKNOWN_ACCOUNT: ")
  })
})

it("a payload is shown with its hex text decoded", () => {
  expect(shownPayload(payload)).toContain('"quoteId": "Quote:1"')
})

describe("the operations of the inspector", () => {
  const exchange = (
    method: string,
    path: string,
    [status, body]: readonly [number, unknown],
    headers: Readonly<Record<string, string>> = {}
  ): Exchange => ({
    request: { method, url: `http://localhost/wallet/api/2025-10-13${path}`, headers },
    response: { status, body }
  })
  const challenge = (requestId: string) => ({ requestId, payloadToSign: payload, expiresAt: "then", type: "PASSKEY" })
  const stamped = (requestId: string, stamp: string) => ({ "request-id": requestId, "service-wallet-signature": stamp })

  it("join each retry to its own challenge, newest first", () => {
    const operations = operationsOf([
      exchange("GET", "/auth/sessions", [200, { data: [] }]),
      exchange("POST", "/auth/credentials", [202, challenge("Request:1")]),
      exchange("POST", "/auth/credentials", [202, challenge("Request:2")]),
      exchange("POST", "/auth/credentials", [201, { id: "second" }], stamped("Request:2", "b")),
      exchange("POST", "/auth/credentials", [401, { code: "UNAUTHORIZED" }], stamped("Request:1", "a"))
    ])
    expect(operations.map(({ answered, path, stamp }) => [path, stamp, answered.response.status])).toEqual([
      ["/auth/credentials", "b", 201],
      ["/auth/credentials", "a", 401],
      ["/auth/sessions", undefined, 200]
    ])
  })

  it("match the stamp of a payment to the payload of its quote", async () => {
    const quote = { id: "Quote:1", paymentInstructions: [{ accountOrWalletInfo: { payloadToSign: payload } }] }
    const { privateKey } = await generateKeyPair()
    const stamp = signStamp(payload, privateKey)
    const [execution] = operationsOf([
      exchange("POST", "/quotes", [201, quote]),
      exchange("POST", "/quotes/Quote:1/execute", [200, {}], { "service-wallet-signature": stamp })
    ])
    expect(execution).toMatchObject({ stamp, signed: payload, challenge: undefined })
    expect(await isValidStamp(stamp, payload)).toBe(true)
    expect(await isValidStamp(stamp, `${payload} `)).toBe(false)
    expect(shownStamp(stamp)).toContain("SIGNATURE_SCHEME_TK_API_P256")
  })

  it("shorten encrypted and encoded texts, and leave sentences as they are", () => {
    const sentence = "A sentence may be as long as it has to be, and it is shown to its very end, whatever its length."
    expect(JSON.parse(shown({ sealed: "a".repeat(300), sentence }))).toEqual({
      sealed: `${"a".repeat(24)}… (300 characters)`,
      sentence
    })
  })
})
