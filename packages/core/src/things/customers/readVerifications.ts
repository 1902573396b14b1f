import { Effect } from "effect"
import { environmentKey } from "../../model/Environment.ts"
import type { CustomerId, VerificationId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { byId, findPage, loadOne } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { VerificationNotFound, type VerificationStatus, verifications } from "./rules/CustomerVerification.ts"

export const readVerification = Effect.fnUntraced(function* (id: VerificationId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const verification = yield* loadOne(byId(verifications, environment, id))
  return verification === undefined ? yield* new VerificationNotFound() : verification.value
})

export interface VerificationFilter {
  readonly customerId?: CustomerId | undefined
  readonly verificationStatus?: VerificationStatus | undefined
}

/** Returns the verifications of the environment, newest first. */
export const listVerifications = Effect.fnUntraced(function* (filter: VerificationFilter, page: PageRequest) {
  const environment = environmentKey(yield* CurrentEnvironment)
  return yield* findPage({ collection: verifications, environment, index: indexOf(filter) }, page)
})

const indexOf = ({ customerId, verificationStatus }: VerificationFilter) => {
  if (customerId !== undefined && verificationStatus !== undefined) {
    return { name: "customerStatus", values: [customerId, verificationStatus] }
  }
  if (customerId !== undefined) return { name: "customer", values: [customerId] }
  if (verificationStatus !== undefined) return { name: "status", values: [verificationStatus] }
  return ALL
}
