export { type PasskeyPolicy, PasskeyPolicyRefused } from "./PasskeyPolicy.ts"
export { passkeys } from "./passkeys.ts"
