import type { InstrumenterContext } from "@stryker-mutator/api/core"

declare global {
  // The name by which instrumented sources find it.
  var __stryker__: InstrumenterContext | undefined
}

/** What the instrumented sources read before each branch: which mutant is on, and how often it may be met. */
export const instrument: InstrumenterContext = {}
globalThis.__stryker__ = instrument
