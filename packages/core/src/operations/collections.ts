import { noticeMails } from "../ports/Mailer.ts"
import { paidDays } from "../rules/access/PaidDay.ts"
import { beneficialOwners } from "../rules/beneficial-owners/BeneficialOwner.ts"
import { platformConfigs } from "../rules/config/PlatformConfig.ts"
import { credentials, restingCredentials, usedValues } from "../rules/credentials/Credential.ts"
import { codeMails } from "../rules/credentials/kinds/email-otp/codes.ts"
import { emailOtps } from "../rules/credentials/kinds/email-otp/EmailOtp.ts"
import { customers } from "../rules/customers/Customer.ts"
import { emailChanges } from "../rules/customers/EmailChange.ts"
import { formerUmaAddresses } from "../rules/customers/formerUmaAddresses.ts"
import { events } from "../rules/events/Event.ts"
import { externalAccounts, verificationOrders } from "../rules/external-accounts/ExternalAccount.ts"
import { storedAnswers } from "../rules/idempotency/StoredAnswer.ts"
import { internalAccounts, privacyOrders, walletRoots } from "../rules/internal-accounts/InternalAccount.ts"
import { knownKeys } from "../rules/keys/KnownKeys.ts"
import { levels } from "../rules/limits/levels.ts"
import { quotes } from "../rules/payments/Quote.ts"
import { signedTerms } from "../rules/payments/SignedTerms.ts"
import { outcomeOrders, transactions } from "../rules/payments/Transaction.ts"
import { platforms } from "../rules/platforms/Platform.ts"
import { activities } from "../rules/receipts/Activity.ts"
import { receiptHeads, receipts } from "../rules/receipts/Receipt.ts"
import { guardians } from "../rules/recovery/Guardian.ts"
import { recoveries } from "../rules/recovery/Recovery.ts"
import { savedCodes } from "../rules/recovery/SavedCodes.ts"
import { sessions } from "../rules/sessions/Session.ts"
import { sessionClients } from "../rules/sessions/SessionClient.ts"
import { platformSettings, settingsRevisions } from "../rules/settings/PlatformSettings.ts"
import { signedRequests } from "../rules/signed-requests/SignedRequest.ts"
import { createdTokens } from "../rules/tokens/ApiToken.ts"
import { verifications } from "../rules/verifications/CustomerVerification.ts"
import type { AnyCollection } from "../store/Collection.ts"

/** Every collection of records. Store adapters need nothing else. */
export const collections: ReadonlyArray<AnyCollection> = [
  customers,
  emailChanges,
  formerUmaAddresses,
  verifications,
  beneficialOwners,
  internalAccounts,
  privacyOrders,
  walletRoots,
  externalAccounts,
  verificationOrders,
  events,
  quotes,
  signedTerms,
  transactions,
  outcomeOrders,
  platformConfigs,
  platforms,
  platformSettings,
  settingsRevisions,
  paidDays,
  credentials,
  restingCredentials,
  emailOtps,
  codeMails,
  noticeMails,
  savedCodes,
  guardians,
  recoveries,
  signedRequests,
  receipts,
  receiptHeads,
  activities,
  sessions,
  sessionClients,
  usedValues,
  levels,
  knownKeys,
  storedAnswers,
  createdTokens
]
