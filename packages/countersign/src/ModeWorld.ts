import type { Mailer, PaymentRails, Screening, Verification } from "@countersign/core"
import type { ModePorts } from "@countersign/http"
import { Context } from "effect"

/** What one mode brings: the ports of its calls, and its own side of the ports that serve both modes. */
export interface ModeWorld {
  readonly calls: Context.Context<ModePorts>
  readonly mailer: Mailer["Service"] | undefined
  readonly rails: PaymentRails["Service"] | undefined
  readonly screening: Screening["Service"]
  readonly verification: Verification["Service"]
}

/** The sandbox's side; undefined where no sandbox token is configured. */
export class SandboxWorld extends Context.Service<SandboxWorld, ModeWorld | undefined>()(
  "countersign/ModeWorld/SandboxWorld"
) {}
