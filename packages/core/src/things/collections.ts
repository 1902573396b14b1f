import type { AnyCollection } from "../store/Collection.ts"
import { paidDays } from "./access/rules/PaidDay.ts"
import { internalAccounts, privacyOrders, walletRoots } from "./accounts/rules/InternalAccount.ts"
import { beneficialOwners } from "./beneficial-owners/rules/BeneficialOwner.ts"
import { dailyCounts } from "./counts/rules/DailyCount.ts"
import { credentials, restingCredentials, usedValues } from "./credentials/rules/Credential.ts"
import { customers } from "./customers/rules/Customer.ts"
import { verifications } from "./customers/rules/CustomerVerification.ts"
import { emailChanges } from "./customers/rules/EmailChange.ts"
import { formerUmaAddresses } from "./customers/rules/formerUmaAddresses.ts"
import { externalAccounts, verificationOrders } from "./external-accounts/rules/ExternalAccount.ts"
import { storedAnswers } from "./idempotency/rules/StoredAnswer.ts"
import { knownKeys } from "./keys/rules/KnownKeys.ts"
import { levels } from "./limits/rules/Level.ts"
import { noticeMails } from "./notices/rules/NoticeMail.ts"
import { codeMails } from "./one-time-codes/rules/codes.ts"
import { oneTimeCodes } from "./one-time-codes/rules/OneTimeCode.ts"
import { instructionOrders } from "./payments/rules/Instruction.ts"
import { journal } from "./payments/rules/Journal.ts"
import { quotes } from "./payments/rules/Quote.ts"
import { reports } from "./payments/rules/Report.ts"
import { outcomeOrders, transactions } from "./payments/rules/Transaction.ts"
import { signedTerms } from "./payments/SignedTerms.ts"
import { platforms } from "./platforms/rules/Platform.ts"
import { platformConfigs } from "./platforms/rules/PlatformConfig.ts"
import { activities } from "./receipts/rules/Activity.ts"
import { receiptHeads, receipts } from "./receipts/rules/Receipt.ts"
import { guardians } from "./recovery/rules/Guardian.ts"
import { recoveries } from "./recovery/rules/Recovery.ts"
import { savedCodes } from "./recovery/rules/SavedCodes.ts"
import { sessions } from "./sessions/rules/Session.ts"
import { sessionClients } from "./sessions/rules/SessionClient.ts"
import { platformSettings, settingsRevisions } from "./settings/rules/PlatformSettings.ts"
import { signedRequests } from "./signed-requests/rules/SignedRequest.ts"
import { createdTokens } from "./tokens/rules/ApiToken.ts"
import { events } from "./webhooks/rules/Event.ts"

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
  instructionOrders,
  reports,
  journal,
  platformConfigs,
  platforms,
  platformSettings,
  settingsRevisions,
  paidDays,
  credentials,
  restingCredentials,
  oneTimeCodes,
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
  createdTokens,
  dailyCounts
]
