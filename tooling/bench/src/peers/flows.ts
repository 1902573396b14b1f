import type { Flow } from "../flows/Flow.ts"
import { codeSignIn, passkeySignIn, sessionCheck } from "./betterAuth/flows.ts"
import { introspection } from "./oidcProvider/flows.ts"

/** What is measured of others, beside our flows and in the same rounds. */
export const peerFlows: ReadonlyArray<Flow> = [sessionCheck, codeSignIn, passkeySignIn, introspection]
