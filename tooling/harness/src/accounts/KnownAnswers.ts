import type { Sent } from "@countersign/account-types"

/** Known answers of one kind. `accountType` and a good beneficiary are added where a vector brings none. */
export interface Vectors {
  /** Accepted in both modes. */
  readonly accepted: ReadonlyArray<Sent>
  /** Refused at exactly this path; with "production", the sandbox accepts the same. */
  readonly refused: ReadonlyArray<readonly [path: string, info: Sent, mode?: "production"]>
}
