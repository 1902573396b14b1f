import { emailOtpLogin } from "../flows/emailOtp.ts"
import type { Flow } from "../flows/Flow.ts"
import { listCredentials, listSessions } from "../flows/lists.ts"
import { ownRoute } from "../flows/ownRoute.ts"
import { passkeyLogin } from "../flows/passkey.ts"
import { firstLeg, refresh } from "../flows/refresh.ts"
import { codeSignIn, passkeySignIn, sessionCheck } from "./betterAuth/flows.ts"
import { introspection } from "./oidcProvider/flows.ts"

/** A flow of ours, what a peer does for the same end, and how many times as often ours has to run. */
export interface Match {
  readonly flow: Flow
  readonly peer: Flow
  readonly goal?: number
}

/** Ours and better-auth each in Express, the provider in the Koa that it brings. */
export const matches: ReadonlyArray<Match> = [
  { flow: firstLeg, peer: sessionCheck, goal: 5 },
  { flow: refresh, peer: sessionCheck, goal: 1.5 },
  { flow: emailOtpLogin, peer: codeSignIn, goal: 4 },
  { flow: passkeyLogin, peer: passkeySignIn, goal: 4 },
  { flow: listSessions, peer: sessionCheck, goal: 7 },
  { flow: listCredentials, peer: sessionCheck, goal: 7 },
  { flow: ownRoute, peer: sessionCheck },
  { flow: ownRoute, peer: introspection }
]
