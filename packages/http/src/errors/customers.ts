import type { Entry } from "./Entry.ts"
import type { CustomerTag } from "./RefusalTag.ts"

/** The refusals of customers. */
export const customers: { readonly [Tag in CustomerTag]: Entry } = {
  CurrencyInUse: {
    status: 409,
    code: "CONFLICT",
    reason: "Currency in use",
    message: "The customer has an account in a currency that is left out. Send all of its currencies and the new ones."
  },
  CurrencyNotOffered: {
    status: 400,
    code: "INVALID_CURRENCY",
    reason: "Currency not offered",
    message:
      "The platform offers no account in one of the currencies. Leave the list out: the answer names those offered."
  },
  CustomerDeleted: {
    status: 410,
    code: "CUSTOMER_DELETED",
    message:
      "The customer was deleted. It can be read and listed with isIncludingDeleted; for anything else create one."
  },
  CustomerExists: {
    status: 409,
    code: "CONFLICT",
    reason: "platformCustomerId in use",
    message: "A customer with this platformCustomerId exists. Read that one, or choose another id."
  },
  CustomerHoldsMoney: {
    status: 409,
    code: "CONFLICT",
    reason: "Customer holds money",
    message:
      "An account of the customer has a balance, or a payment of it is on its way. Pay the money out, wait for what is on its way, and delete then."
  },
  CustomerNotFound: {
    status: 404,
    code: "USER_NOT_FOUND",
    message:
      "No customer has this id here. Check the id, and that the API token is of the customer's platform and mode."
  },
  CustomerTypeDiffers: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Customer type differs",
    message:
      "The call names another customerType, or a field that this type has not. Send fields of the customer's own type."
  },
  OwnerIncomplete: {
    status: 400,
    code: "MISSING_MANDATORY_USER_INFO",
    reason: "Beneficial owner is incomplete",
    message: "A beneficial owner has to have more than this. details.errors names each field that is missing."
  },
  OwnerNotFound: {
    status: 404,
    code: "REFERENCE_NOT_FOUND",
    message: "No beneficial owner has this id here. List those of the customer for the ones it has."
  },
  PermissionsExceeded: {
    status: 403,
    code: "FORBIDDEN",
    reason: "Permission that the maker has not",
    message:
      "A token gives no more than it has. Ask for permissions of the token that makes the call, or use another one."
  },
  TokenNotFound: {
    status: 404,
    code: "TOKEN_NOT_FOUND",
    message: "No API token that was made by a call has this id here. Those of the configuration are changed there."
  },
  UmaAddressTaken: {
    status: 409,
    code: "CONFLICT",
    reason: "umaAddress in use",
    message: "Another customer has this umaAddress, or had it and was deleted. Choose another one, or leave it out."
  },
  VerificationNotFound: {
    status: 404,
    code: "REFERENCE_NOT_FOUND",
    message: "No verification has this id here. List the customer's verifications for the ones it has."
  }
}
