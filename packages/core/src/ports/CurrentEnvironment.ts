import { Context } from "effect"
import type { Environment } from "../model/Environment.ts"

/** The environment a call acts in. Set once, from the API token that was authenticated, and never from its body. */
export class CurrentEnvironment extends Context.Service<CurrentEnvironment, Environment>()(
  "@countersign/core/ports/CurrentEnvironment"
) {}
