// biome-ignore-all format: a table, one refusal a line
import { invalid } from "./Entry.ts"

/** What a call of a sandbox may meet. Operations that production has too do not list it: docs/sandbox.md does. */
export const everySandboxCall = {
  FaultUnknown: invalid("Unknown Sandbox-Fault", "There is no such fault. docs/sandbox.md lists those there are; send one of them, or no Sandbox-Fault header.")
}

/** The refusals of a sandbox alone. */
export const sandbox = {
  ClockLimitReached: invalid("Sandbox clock limit reached", "The clock of a sandbox moves at most ten years ahead of the machine's. Advance it by less, or use another platform.")
}
