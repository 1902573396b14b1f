import type { DueWorkKind } from "./options.ts"

/** How long a run of due work may take. */
export interface DueWorkOptions {
  /**
   * Milliseconds in which all work that begins also ends: 25,000 when absent. At least 2,000 more than `policy.mailTimeout` and 3,000
   * more than `policy.webhookTimeout`, whose defaults make 22,000, and at most 29,000.
   */
  readonly budget?: number
}

/** The outcome of one run of due work. */
export interface DueWorkDone {
  /** How much was completed, by kind. Failed work is due again later. */
  readonly done: { readonly [Kind in DueWorkKind]?: number }
  /** The budget ended before the work: run again. */
  readonly left: boolean
  /** When the next work is due, in ISO 8601. Absent if that is not known, or more than an hour away. */
  readonly nextDueAt?: string
}
