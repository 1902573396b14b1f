import { Context, type Effect } from "effect"
import type { Environment } from "../model/Environment.ts"
import type { BeneficialOwnerId, CustomerId } from "../model/ids.ts"
import type { Standing } from "../model/Standing.ts"
import type { JsonObject } from "../store/Collection.ts"

/** A customer to look at, as its platform described it. */
export interface CustomerScreening {
  readonly environment: Environment
  readonly customerId: CustomerId
  /** `customerType` among them, and `businessInfo` of a business. */
  readonly profile: JsonObject
}

/** A person behind a business. */
export interface OwnerScreening {
  readonly environment: Environment
  readonly beneficialOwnerId: BeneficialOwnerId
  readonly firstName: string
  readonly lastName: string
}

/** What a look at a customer came to. IN_PROGRESS and PENDING_MANUAL_REVIEW are told more of later. */
export interface Screened {
  readonly standing: Standing
  readonly status: "APPROVED" | "REJECTED" | "IN_PROGRESS" | "PENDING_MANUAL_REVIEW"
}

/** Looks at customers and at the people behind them. Fields are named by their path: `businessInfo.taxId`. */
export class Screening extends Context.Service<
  Screening,
  {
    /** The fields of a profile without which there is nothing to look at. */
    readonly customerNeeds: (environment: Environment, profile: JsonObject) => ReadonlyArray<string>
    readonly customer: (request: CustomerScreening) => Effect.Effect<Screened>
    /** The fields that a beneficial owner has to have. */
    readonly ownerNeeds: (environment: Environment) => ReadonlyArray<string>
    readonly owner: (request: OwnerScreening) => Effect.Effect<Standing>
  }
>()("@countersign/core/ports/Screening") {}
