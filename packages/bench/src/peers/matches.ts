import { codeSignIn, passkeySignIn, sessionCheck } from "./betterAuth/flows.ts"
import { introspection } from "./oidcProvider/flows.ts"

/** A flow of ours, what a peer does for the same end, and how many times as often ours has to run. */
export interface Match {
  readonly flow: string
  readonly peer: string
  readonly goal?: number
}

/** Each at 8 users, in Express on PostgreSQL; the provider on its own Koa. */
export const matches: ReadonlyArray<Match> = [
  { flow: "signed leg 1", peer: sessionCheck.name, goal: 5 },
  { flow: "signed legs 1 and 2", peer: sessionCheck.name, goal: 1.5 },
  { flow: "EMAIL_OTP login", peer: codeSignIn.name, goal: 4 },
  { flow: "PASSKEY login", peer: passkeySignIn.name, goal: 4 },
  { flow: "list sessions", peer: sessionCheck.name, goal: 7 },
  { flow: "list credentials", peer: sessionCheck.name, goal: 7 },
  { flow: "guard on a route of the host's", peer: sessionCheck.name },
  { flow: "guard on a route of the host's", peer: introspection.name }
]
