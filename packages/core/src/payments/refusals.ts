import { Schema } from "effect"
import { FieldError } from "../model/fieldErrors.ts"

/** The account has less than what should leave it. */
export class InsufficientBalance extends Schema.TaggedError<InsufficientBalance>()("InsufficientBalance", {}) {}

/** The two ends are in currencies that this call does not bring together, or that no rail here knows. */
export class CurrencyRefused extends Schema.TaggedError<CurrencyRefused>()("CurrencyRefused", {}) {}

/** What is left of the amount after fees and rounding is nothing, or more than can be counted. */
export class AmountOutOfRange extends Schema.TaggedError<AmountOutOfRange>()("AmountOutOfRange", {}) {}

/** The amount is zero or negative. */
export class AmountInvalid extends Schema.TaggedError<AmountInvalid>()("AmountInvalid", {
  errors: Schema.Array(FieldError)
}) {}

/** The account is not one that money can leave or enter that way. */
export class AccountUnsuitable extends Schema.TaggedError<AccountUnsuitable>()("AccountUnsuitable", {}) {}

export class QuoteNotFound extends Schema.TaggedError<QuoteNotFound>()("QuoteNotFound", {}) {}

/** The quote's time is over. */
export class QuoteExpired extends Schema.TaggedError<QuoteExpired>()("QuoteExpired", {}) {}

/** An end of the quote is another one than the owner of the wallet signed for. */
export class QuoteEndsChanged extends Schema.TaggedError<QuoteEndsChanged>()("QuoteEndsChanged", {}) {}
/** The deposit came after the quote had expired. */
export class DepositLate extends Schema.TaggedError<DepositLate>()("DepositLate", {}) {}

/** The quote was executed, or cannot be any more. */
export class QuoteSpent extends Schema.TaggedError<QuoteSpent>()("QuoteSpent", {}) {}

/** A quote that is paid from outside is executed by its deposit, not by a call. */
export class QuoteAwaitsDeposit extends Schema.TaggedError<QuoteAwaitsDeposit>()("QuoteAwaitsDeposit", {}) {}

/** An embedded wallet pays by its owner's stamp, so not at once. */
export class SignatureNeeded extends Schema.TaggedError<SignatureNeeded>()("SignatureNeeded", {}) {}

/** The rails tried to carry the quote out, and failed. What came of it stands in the transaction. */
export class QuoteExecutionFailed extends Schema.TaggedError<QuoteExecutionFailed>()("QuoteExecutionFailed", {}) {}

export class TransactionNotFound extends Schema.TaggedError<TransactionNotFound>()("TransactionNotFound", {}) {}

/** The payment does not await a decision of the platform. */
export class TransactionNotPending extends Schema.TaggedError<TransactionNotPending>()("TransactionNotPending", {}) {}

/** No such address is known to receive. */
export class UmaNotFound extends Schema.TaggedError<UmaNotFound>()("UmaNotFound", {}) {}
