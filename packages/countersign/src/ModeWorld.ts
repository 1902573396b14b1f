import type { Mailer, PaymentRails, Screening, Verification } from "@countersign/core"
import { Context } from "@countersign/core/effect"
import type { Declaration } from "@countersign/core/internal"
import type { ModePorts } from "@countersign/http"

/** The ports of one mode: those of its calls, and its implementation of the ports that both modes share. */
export interface ModeWorld {
  readonly calls: Context.Context<ModePorts>
  readonly mailer: Mailer["Service"] | undefined
  readonly rails: PaymentRails["Service"] | undefined
  readonly screening: Screening["Service"]
  readonly verification: Verification["Service"]
}

/** The sandbox's ports, or undefined when no sandbox token is configured. */
export class SandboxWorld extends Context.Service<SandboxWorld, ModeWorld | undefined>()(
  "countersign/ModeWorld/SandboxWorld"
) {}

/** The queues of a mode whose work this node has no port for. It claims none of them, and another node may (GO1). */
export const LeftQueues = Context.Reference<ReadonlyArray<Declaration>>("countersign/ModeWorld/LeftQueues", {
  defaultValue: () => []
})
