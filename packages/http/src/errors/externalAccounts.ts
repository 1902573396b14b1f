import type { Entry } from "./Entry.ts"
import type { ExternalAccountTag } from "./RefusalTag.ts"

/** The refusals of external accounts. */
export const externalAccounts: { readonly [Tag in ExternalAccountTag]: Entry } = {
  ExternalAccountExists: {
    status: 409,
    code: "CONFLICT",
    reason: "platformAccountId in use",
    message:
      "An external account of this owner with this platformAccountId exists. List with platformAccountId to read it, or choose another id."
  },
  ExternalAccountInUse: {
    status: 409,
    code: "CONFLICT",
    reason: "Payment under way",
    message:
      "A payment of this account is under way. List its transactions, and remove the account when they have ended."
  },
  ExternalAccountInvalid: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Invalid external account",
    message: "The account has fields that its type refuses. details.errors names each one, and what it must be."
  },
  ExternalAccountMistyped: {
    status: 400,
    code: "INVALID_BANK_ACCOUNT",
    reason: "Check digits do not match",
    message: "No such account exists: a check digit says that something is mistyped. details.errors names the field."
  },
  ExternalAccountNotActive: {
    status: 400,
    code: "INVALID_BANK_ACCOUNT",
    reason: "External account is not active",
    message: "Only an ACTIVE external account receives money. Read it for its status, and pay another one meanwhile."
  },
  ExternalAccountNotFound: {
    status: 404,
    code: "REFERENCE_NOT_FOUND",
    message:
      "No external account has this id here. Check the id, the scope in the path, and that the API token is of its platform and mode."
  },
  ExternalAccountRejected: {
    status: 400,
    code: "INVALID_BANK_ACCOUNT",
    reason: "Account cannot be paid",
    message: "Verification says that this account cannot be paid. Nothing was stored; ask its owner for another one."
  },
  OriginatorUnregistered: {
    status: 400,
    code: "MISSING_MANDATORY_USER_INFO",
    reason: "Sender's registrationNumber is missing",
    message:
      "A business that sends to this destination needs a registrationNumber. Add it to the customer's businessInfo first."
  },
  RevisionSuperseded: {
    status: 409,
    code: "CONFLICT",
    reason: "Account was changed",
    message: "The account says something else than what was looked at. Look at it anew, and tell the finding of that."
  },
  StatusUnreachable: {
    status: 409,
    code: "CONFLICT",
    reason: "Status does not follow",
    message:
      "The account's status does not lead to the one that was asked for. docs/generated/machines.md has every step there is."
  }
}
