import type { Entry } from "./Entry.ts"
import type { SandboxTag } from "./RefusalTag.ts"

/** The refusals of a sandbox alone. */
export const sandbox: { readonly [Tag in SandboxTag]: Entry } = {
  ClockLimitReached: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Sandbox clock limit reached",
    message:
      "The clock of a sandbox moves at most ten years ahead of the machine's. Advance it by less, or use another platform."
  },
  FaultUnknown: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Unknown Sandbox-Fault",
    message:
      "There is no such fault. docs/sandbox.md lists those there are; send one of them, or no Sandbox-Fault header."
  }
}
