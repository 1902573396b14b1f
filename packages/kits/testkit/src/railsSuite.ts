import { orders } from "./rails/orders.ts"
import { payments } from "./rails/payments.ts"
import { prices } from "./rails/prices.ts"
import type { RailsScene } from "./rails/RailsStory.ts"
import { walksOf } from "./rails/walks.ts"
import { onScene, registerSuite, type SuiteOptions } from "./suite.ts"

export interface RailsSuiteOptions extends SuiteOptions {
  /** Returns a provider without orders. Called once per test. */
  readonly make: () => Promise<RailsScene>
  /** Whether `make` returns a `fault`. Default: `true`. Without it, no test is of faults. */
  readonly canFail?: boolean
  /** How many sequences of orders are drawn at random. Default: 50. */
  readonly walks?: number
}

/** Registers the conformance suite of payment rails, the option `paymentRails`. */
export const railsSuite = (options: RailsSuiteOptions): void => {
  const { canFail = true, make, walks = 50 } = options
  const chapters = [prices, orders, walksOf(walks), payments]
  const subject = { contract: "option paymentRails", reports: "rails", line: (passed: string) => passed }
  registerSuite(options, subject, chapters, onScene({ canFail, make }))
}
