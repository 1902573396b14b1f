// biome-ignore-all format: a table of refusals
import { Schema } from "effect"
import { conflict, invalid, missing, Refusal, withCode } from "../../../model/Refusal.ts"
import { FieldError } from "../../../schema/expected.ts"

const errors = { errors: Schema.Array(FieldError) }

export class ExternalAccountInvalid extends Refusal("ExternalAccountInvalid", errors)(invalid, {
  reason: "Invalid external account",
  message: "The external account has invalid fields. Correct each field listed in details.errors.",
  cause: "accountInfo does not match the format that its account type requires.",
  remedy: "Compare the fields with the account type in docs/generated/accounts.md. details.errors names the expected value of each field."
}) {}

export class ExternalAccountMistyped extends Refusal("ExternalAccountMistyped", errors)(withCode("invalid", "INVALID_BANK_ACCOUNT"), {
  reason: "Check digits do not match",
  message: "A check digit of the account data is wrong, so the account does not exist. Correct the field in details.errors.",
  cause: "Every field has the correct format, but a checksum fails. The cause is usually a typing error.",
  remedy: "Compare the value with the account document of its owner."
}) {}

export class ExternalAccountRejected extends Refusal("ExternalAccountRejected")(withCode("invalid", "INVALID_BANK_ACCOUNT"), {
  reason: "Account cannot be paid",
  message: "Verification found that this account cannot receive payments, so nothing was stored. Use another account of the beneficiary.",
  cause: "The verification service rejected the account, for example because it is closed.",
  remedy: "Check the account data with its owner. Create the account again when it can receive payments."
}) {}

export class ExternalAccountNotFound extends Refusal("ExternalAccountNotFound")(missing, {
  message: "No external account with this id exists for this API token. Check the id, the scope in the path, and the platform and mode of the token.",
  cause: "The id is misspelled, the account was removed, or it belongs to another platform or mode. Accounts of customers and of the platform have different paths.",
  remedy: "List the external accounts of the same path with the same token."
}) {}

export class ExternalAccountInUse extends Refusal("ExternalAccountInUse")(conflict, {
  reason: "Payment in progress",
  message: "A payment of this external account is in progress. Remove the account when its transactions have finished.",
  cause: "A payment reads the account data until it has finished.",
  remedy: "List the transactions of the account and retry when each has a final status."
}) {}

export class ExternalAccountExists extends Refusal("ExternalAccountExists")(conflict, {
  reason: "platformAccountId in use",
  message: "An external account of this owner with this platformAccountId already exists. Use that account, or choose another platformAccountId.",
  cause: "platformAccountId is unique for each owner. An earlier call may have created the account although its response was lost.",
  remedy: "List the external accounts with platformAccountId to find the existing one."
}) {}

export class ExternalAccountNotActive extends Refusal("ExternalAccountNotActive")(withCode("invalid", "INVALID_BANK_ACCOUNT"), {
  reason: "External account is not active",
  message: "The external account is not ACTIVE and cannot receive money. Read its status, or pay to another account.",
  cause: "Verification of the account is pending, failed or was revoked.",
  remedy: "Wait for the status ACTIVE. If verification failed, create an account with corrected data."
}) {}

export class StatusUnreachable extends Refusal("StatusUnreachable")(conflict, {
  reason: "Status transition not allowed",
  message: "The account cannot change from its current status to the requested one. See docs/generated/machines.md for the allowed transitions.",
  cause: "The state machine of external accounts does not have this transition, or another event changed the status first.",
  remedy: "Read the account for its current status."
}) {}

export class RevisionSuperseded extends Refusal("RevisionSuperseded")(conflict, {
  reason: "Account was changed",
  message: "The account changed after it was verified. Verify the current account data and report that result.",
  cause: "The verification result names a revision of the account that is no longer the newest (optimistic concurrency).",
  remedy: "Read the account, verify its new data, and report the result with the new revision."
}) {}

export class OriginatorUnregistered extends Refusal("OriginatorUnregistered")(withCode("invalid", "MISSING_MANDATORY_USER_INFO"), {
  reason: "Sender's registrationNumber is missing",
  message: "A business that sends to this destination requires a registrationNumber. Add it to the customer's businessInfo.",
  cause: "The destination's country requires the registration number of the sending business.",
  remedy: "Set businessInfo.registrationNumber with PATCH /customers/{id}, then retry."
}) {}
