import {
  NetworkError,
  PasskeysUnavailableError,
  QuoteNotSignedError,
  UnexpectedAnswerError,
  WebCryptoUnavailableError
} from "@countersign/client"
import { expect, it } from "vitest"
import { explain, formatAmount, SignedOutError } from "../src/index.ts"
import { refusal } from "./fakes.ts"

it.each<readonly [unknown, string]>([
  [refusal(401, "UNAUTHORIZED", "Invalid OTP code"), "Invalid OTP code. What to do."],
  [refusal(429, "RATE_LIMITED", undefined, 1), "What to do. Try again in 1 second."],
  [refusal(429, "RATE_LIMITED", undefined, 30), "What to do. Try again in 30 seconds."],
  [refusal(409, "HELD", undefined, 259_200), "What to do. Try again in 3 days."],
  [new SignedOutError(), "This action requires your signature. Sign in first."],
  [
    new NetworkError("GET /x", new TypeError()),
    "The server did not answer. Check whether the action was completed before you try again."
  ],
  [new PasskeysUnavailableError(), "Passkeys are not available here. Open this page over https, in a current browser."],
  [new WebCryptoUnavailableError(), "Open this page over https, in a current browser."],
  [new QuoteNotSignedError("TERMS_DIFFER", "Create a new quote."), "Nothing was signed. Create a new quote."],
  [
    new UnexpectedAnswerError({ call: "GET /x", status: 200 }, "the body is not JSON"),
    "The server's answer could not be verified, so nothing was signed: GET /x answered 200: the body is not JSON."
  ],
  [new DOMException("", "NotAllowedError"), "The passkey prompt was closed or timed out. Try again."],
  [
    new DOMException("", "InvalidStateError"),
    "This device already has a passkey for this wallet. You can sign in with it."
  ],
  [new Error("secret"), "Something went wrong on this page. Reload it. You stay signed in."]
])("explains %s to the end user", (error, words) => {
  expect(explain(error)).toBe(words)
})

it.each<readonly [number, number, string]>([
  [25_000_000, 6, "25.00 USDC"],
  [12_345_678, 6, "12.345678 USDC"],
  [150, 0, "150 USDC"],
  [123_456_789, 2, "1,234,567.89 USDC"]
])("formats %i with %i decimals as %s", (amount, decimals, words) => {
  expect(formatAmount({ amount, decimals, currency: "USDC" })).toBe(words)
})
