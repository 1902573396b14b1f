import { authentication } from "./ceremonies/authentication.ts"
import { registration } from "./ceremonies/registration.ts"
import type { Ceremony } from "./Requirement.ts"

/** The two ceremonies of WebAuthn Level 3, step by step. */
export const ceremonies: ReadonlyArray<Ceremony> = [registration, authentication]
