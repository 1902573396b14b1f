import { beneficialOwners } from "../beneficial-owners/BeneficialOwner.ts"
import { platformConfigs } from "../config/PlatformConfig.ts"
import { credentials } from "../credentials/Credential.ts"
import { codeMails } from "../credentials/kinds/email-otp/codeMails.ts"
import { emailOtps } from "../credentials/kinds/email-otp/EmailOtp.ts"
import { spent } from "../credentials/spent.ts"
import { customers } from "../customers/Customer.ts"
import { formerUmaAddresses } from "../customers/formerUmaAddresses.ts"
import { events } from "../events/Event.ts"
import { externalAccounts } from "../external-accounts/ExternalAccount.ts"
import { verificationOrders } from "../external-accounts/verificationOrders.ts"
import { keptAnswers } from "../idempotency/KeptAnswer.ts"
import { internalAccounts } from "../internal-accounts/InternalAccount.ts"
import { privacyOrders } from "../internal-accounts/privacyOrders.ts"
import { walletRoots } from "../internal-accounts/walletRoots.ts"
import { levels } from "../limits/levels.ts"
import { outcomeOrders } from "../payments/outcomeOrders.ts"
import { quotes } from "../payments/Quote.ts"
import { signedTerms } from "../payments/SignedTerms.ts"
import { transactions } from "../payments/Transaction.ts"
import type { AnyCollection } from "../ports/Collection.ts"
import { noticeMails } from "../ports/noticeMails.ts"
import { receiptHeads, receipts } from "../receipts/records.ts"
import { sessions } from "../sessions/Session.ts"
import { signedRequests } from "../signed-requests/SignedRequest.ts"
import { madeTokens } from "../tokens/ApiToken.ts"
import { verifications } from "../verifications/CustomerVerification.ts"

/** Every kind of record there is. Adapters need nothing else to store them. */
export const collections: ReadonlyArray<AnyCollection> = [
  customers,
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
  credentials,
  emailOtps,
  codeMails,
  noticeMails,
  signedRequests,
  receipts,
  receiptHeads,
  sessions,
  spent,
  levels,
  keptAnswers,
  madeTokens
]
