import * as accountState from "./model/accountState.ts"
import * as suspension from "./model/suspension.ts"
import * as clockControl from "./ports/ClockControl.ts"
import * as identityTokens from "./ports/IdentityTokens.ts"
import * as passkeys from "./ports/Passkeys.ts"
import * as throttle from "./ports/Throttle.ts"
import * as access from "./rules/access/refusals.ts"
import * as beneficialOwner from "./rules/beneficial-owners/BeneficialOwner.ts"
import * as platformConfig from "./rules/config/PlatformConfig.ts"
import * as credential from "./rules/credentials/Credential.ts"
import * as emailOtp from "./rules/credentials/kinds/email-otp/refusals.ts"
import { kindRefusals } from "./rules/credentials/kinds/index.ts"
import * as emailChange from "./rules/customers/EmailChange.ts"
import * as customers from "./rules/customers/refusals.ts"
import * as event from "./rules/events/Event.ts"
import * as externalAccounts from "./rules/external-accounts/refusals.ts"
import * as storedAnswer from "./rules/idempotency/StoredAnswer.ts"
import * as internalAccount from "./rules/internal-accounts/InternalAccount.ts"
import * as knownKeys from "./rules/keys/KnownKeys.ts"
import * as quote from "./rules/payments/Quote.ts"
import * as platform from "./rules/platforms/Platform.ts"
import * as recovery from "./rules/recovery/refusals.ts"
import * as session from "./rules/sessions/Session.ts"
import * as platformSettings from "./rules/settings/PlatformSettings.ts"
import * as signedRequests from "./rules/signed-requests/refusals.ts"
import * as apiToken from "./rules/tokens/ApiToken.ts"
import * as customerVerification from "./rules/verifications/CustomerVerification.ts"
import * as collection from "./store/Collection.ts"
import * as store from "./store/Store.ts"

/**
 * The modules that declare refusals. Each refusal class that one of them exports is in the error catalogue (I16): a new
 * refusal is its class alone, and the first refusal of a module is also a line here.
 */
export const catalogued = {
  ...accountState,
  ...suspension,
  ...clockControl,
  ...identityTokens,
  ...passkeys,
  ...throttle,
  ...access,
  ...beneficialOwner,
  ...platformConfig,
  ...credential,
  ...emailOtp,
  ...emailChange,
  ...customers,
  ...event,
  ...externalAccounts,
  ...storedAnswer,
  ...internalAccount,
  ...knownKeys,
  ...quote,
  ...platform,
  ...recovery,
  ...session,
  ...platformSettings,
  ...signedRequests,
  ...apiToken,
  ...customerVerification,
  ...collection,
  ...store,
  ...kindRefusals
}
