import type { Flow } from "../flows/Flow.ts"
import { codeSignIn, passkeySignIn, sessionCheck } from "./betterAuth/flows.ts"
import { introspection } from "./oidcProvider/flows.ts"

/** The flows of the peers, measured in the same rounds as ours. */
export const peerFlows: ReadonlyArray<Flow> = [sessionCheck, codeSignIn, passkeySignIn, introspection]
