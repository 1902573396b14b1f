import type { Entry } from "./Entry.ts"
import type { PaymentTag } from "./RefusalTag.ts"

/** The refusals of money. */
export const payments: { readonly [Tag in PaymentTag]: Entry } = {
  AccountUnsuitable: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Account does not pay that way",
    message: "An embedded wallet pays by its owner's stamp. Make a quote from it, and execute that with the stamp."
  },
  AmountBeyondLimits: {
    status: 400,
    code: "AMOUNT_OUT_OF_RANGE",
    reason: "Amount outside the platform's limits",
    message:
      "supportedCurrencies of the platform's config has limits for this currency. details.errors names them; choose an amount within."
  },
  AmountInvalid: {
    status: 400,
    code: "INVALID_AMOUNT",
    message: "The amount is zero or negative. Send a whole number of the smallest unit, 1 or more."
  },
  AmountOutOfRange: {
    status: 400,
    code: "AMOUNT_OUT_OF_RANGE",
    message: "After fees and rounding nothing would arrive, or more than can be counted. Choose another amount."
  },
  CounterpartyIncomplete: {
    status: 400,
    code: "MISSING_MANDATORY_USER_INFO",
    reason: "Counterparty lacks mandatory fields",
    message:
      "supportedCurrencies of the platform's config requires fields of the counterparty. details.errors names them; add them to its account."
  },
  CurrencyRefused: {
    status: 400,
    code: "INVALID_CURRENCY",
    reason: "Currencies do not fit",
    message:
      "The ends are in currencies that this call does not bring together. Name those of the accounts, or use a quote."
  },
  CurrencyUnsupported: {
    status: 400,
    code: "INVALID_CURRENCY",
    reason: "Currency is not supported",
    message:
      "supportedCurrencies of the platform's config does not have the currency of this payment. Add it with PATCH /config, or use another."
  },
  DepositLate: {
    status: 400,
    code: "QUOTE_EXPIRED",
    reason: "Quote expired",
    message: "The quote expired before the deposit came. Make a new quote."
  },
  InsufficientBalance: {
    status: 400,
    code: "INSUFFICIENT_BALANCE",
    message: "The account has less than that. Read its balance, fund it, or send less."
  },
  QuoteAwaitsDeposit: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Quote waits for its deposit",
    message: "A quote of REALTIME_FUNDING is carried out when its money arrives. Send that as paymentInstructions says."
  },
  QuoteEndsChanged: {
    status: 409,
    code: "CONFLICT",
    reason: "Quote names other ends",
    message:
      "The source or the destination changed after the quote was made, so its signature names another one. Make a new quote, and sign that."
  },
  QuoteExecutionFailed: {
    status: 400,
    code: "QUOTE_EXECUTION_FAILED",
    reason: "Quote execution failed",
    message: "The rails failed to carry the quote out. Read its transaction for what came of it, and make a new quote."
  },
  QuoteExpired: {
    status: 409,
    code: "QUOTE_EXPIRED",
    reason: "Quote expired",
    message: "The terms stood until expiresAt. Make a new quote."
  },
  QuoteNotFound: {
    status: 404,
    code: "QUOTE_NOT_FOUND",
    message: "No quote has this id here. Make a new one, or send the id as it was answered."
  },
  QuoteSpent: {
    status: 409,
    code: "CONFLICT",
    reason: "Quote was executed",
    message: "A quote is carried out once, and this one was, or waits for nothing. Read it for where it stands."
  },
  SignatureNeeded: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Wallet pays by signature",
    message: "A quote from an embedded wallet cannot be executed at once. Leave immediatelyExecute out, and sign it."
  },
  TransactionNotFound: {
    status: 404,
    code: "TRANSACTION_NOT_FOUND",
    message: "No transaction has this id here. List the transactions for the ones there are."
  },
  TransactionNotPending: {
    status: 409,
    code: "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL",
    reason: "Payment awaits no decision",
    message: "The payment does not await a decision of the platform, or has had one. Read it for its status."
  },
  TransactionTypeDisabled: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Transaction type is not enabled",
    message:
      "supportedCurrencies of the platform's config does not enable this type of transaction in this currency. Change it with PATCH /config."
  },
  UmaNotFound: {
    status: 404,
    code: "UMA_NOT_FOUND",
    message: "Nobody receives at this payment address. In the sandbox it is $scenario.currency@domain."
  }
}
