import { Context, type Effect } from "effect"
import type { Environment } from "../model/Environment.ts"
import type { BeneficialOwnerId, CustomerId } from "../model/ids.ts"
import type { Standing } from "../model/Standing.ts"
import type { JsonObject } from "../store/Collection.ts"

/** A customer to screen, as the platform described it. */
export interface CustomerScreening {
  readonly environment: Environment
  readonly customerId: CustomerId
  /** Includes `customerType` and, for a business, `businessInfo`. */
  readonly profile: JsonObject
}

export interface OwnerScreening {
  readonly environment: Environment
  readonly beneficialOwnerId: BeneficialOwnerId
  readonly firstName: string
  readonly lastName: string
}

/** The result of a screening. The final result of IN_PROGRESS and PENDING_MANUAL_REVIEW is reported later. */
export interface Screened {
  readonly standing: Standing
  readonly status: "APPROVED" | "REJECTED" | "IN_PROGRESS" | "PENDING_MANUAL_REVIEW"
}

/** Screens customers and beneficial owners. Fields are identified by path, such as `businessInfo.taxId`. */
export class Screening extends Context.Service<
  Screening,
  {
    /** The fields of a profile that screening requires. */
    readonly customerNeeds: (environment: Environment, profile: JsonObject) => ReadonlyArray<string>
    readonly customer: (request: CustomerScreening) => Effect.Effect<Screened>
    /** The required fields of a beneficial owner. */
    readonly ownerNeeds: (environment: Environment) => ReadonlyArray<string>
    readonly owner: (request: OwnerScreening) => Effect.Effect<Standing>
  }
>()("@countersign/core/ports/Screening") {}
