import { Context } from "effect"
import type { Standing } from "../model/Standing.ts"
import type { NewCustomer } from "./bodies.ts"

/** Where a new customer stands before any check was made. The default approves nobody. */
export const Onboarding = Context.Reference<(customer: NewCustomer) => Standing>(
  "@countersign/core/customers/Onboarding",
  {
    defaultValue: () => () => "UNVERIFIED"
  }
)
