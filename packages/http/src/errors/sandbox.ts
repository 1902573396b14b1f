// biome-ignore-all format: a table with one refusal per line
import { entry } from "./Entry.ts"

/** The refusals of any sandbox call. Operations that production shares do not list them; docs/guides/sandbox.md does. */
export const everySandboxCall = {
  FaultUnknown: entry(400, "INVALID_INPUT", {
    reason: "Unknown Sandbox-Fault",
    message: "The Sandbox-Fault header has an unknown value. Send a value from docs/guides/sandbox.md, or omit the header.",
    cause: "The header injects faults into sandbox calls and accepts only the documented values.",
    remedy: "Check the spelling of the value. Remove the header from calls that need no fault."
  })
}
