// biome-ignore-all format: a table, one refusal a line
import { entry } from "./Entry.ts"

/** What a call of a sandbox may meet. Operations that production has too do not list it: docs/guides/sandbox.md does. */
export const everySandboxCall = {
  FaultUnknown: entry(400, "INVALID_INPUT", "Unknown Sandbox-Fault", "There is no such fault. docs/guides/sandbox.md lists those there are; send one of them, or no Sandbox-Fault header.")
}
