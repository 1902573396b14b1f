// biome-ignore-all format: a table with one refusal per line
import { entry } from "./Entry.ts"

/** The refusals of any sandbox call. Operations that production shares do not list them; docs/guides/sandbox.md does. */
export const everySandboxCall = {
  FaultUnknown: entry(400, "INVALID_INPUT", "Unknown Sandbox-Fault", "There is no such fault. docs/guides/sandbox.md lists those there are; send one of them, or no Sandbox-Fault header.")
}
