import { peerFlows } from "../betterAuth/flows.ts"
import { emailOtpLogin, firstLeg, refresh } from "./emailOtp.ts"
import { externalAccountCreate, listCredentials, listSessions, ownRoute } from "./externalAccount.ts"
import type { Flow } from "./Flow.ts"
import { oauthVerify, passkeyLogin } from "./oauth.ts"

/** The flows of the floor and of ours, in the order of the report. */
export const ownFlows: ReadonlyArray<Flow> = [
  ...[firstLeg, refresh, emailOtpLogin, passkeyLogin, oauthVerify],
  ...[externalAccountCreate, listSessions, listCredentials, ownRoute]
]

export const flows: ReadonlyArray<Flow> = [...ownFlows, ...peerFlows]

export const flowOf = (name: string): Flow => {
  const flow = flows.find((each) => each.name === name)
  if (flow === undefined) throw new Error(`there is no flow ${name}`)
  return flow
}
