import { Effect } from "effect"
import { type PrivacyOrder, privacyOrders } from "../../internal-accounts/privacyOrders.ts"
import { Wallets } from "../../ports/Wallets.ts"
import { deliverDue } from "../deliverDue.ts"

/** Tells wallets what was committed about them; answers how many it took on. */
export const tellWallets = () => deliverDue(privacyOrders, tellPrivacy)

const tellPrivacy = Effect.fnUntraced(function* ({ accountId, environment, privateEnabled }: PrivacyOrder) {
  const wallets = yield* Wallets
  yield* wallets.setPrivacy({ environment, accountId }, privateEnabled)
})
