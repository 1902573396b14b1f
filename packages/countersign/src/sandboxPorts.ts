import { Mailer, PaymentRails, Policy, Screening, type Store, Verification, withDefaults } from "@countersign/core"
import { Context, Effect, Layer } from "@countersign/core/effect"
import { MailDomains } from "@countersign/core/internal"
import { AroundCalls, Grounds, type ModePorts } from "@countersign/http"
import { nodeSignatures } from "@countersign/node-crypto"
import { passkeys } from "@countersign/passkeys"
import {
  SANDBOX_POLICY,
  sandboxFaults,
  sandboxMailer,
  sandboxMode,
  sandboxRails,
  sandboxRunner,
  sandboxScreening,
  sandboxTime,
  sandboxVerification
} from "@countersign/sandbox"
import { type ModeWorld, SandboxWorld } from "./ModeWorld.ts"
import type { CountersignOptions } from "./options.ts"

/** The sandbox binds a passkey to the origin that created it, and accepts any origin. */
const ANY_ORIGIN = { rpIds: "any", origins: "any" } as const
/** The interface lists user presence among the checks of the sandbox, and no user verification (GC3). */
const PRESENCE = { requireUserVerification: false } as const

/**
 * The sandbox as decorators over the production ports. This is the only module of the package that imports
 * `@countersign/sandbox`, and it is loaded only when a sandbox token is configured.
 */
export const sandboxPorts = ({
  policy,
  sandbox
}: Pick<CountersignOptions, "policy" | "sandbox">): Layer.Layer<SandboxWorld, never, ModePorts | Store> => {
  const ceremonies = passkeys({ ...PRESENCE, ...(sandbox?.passkeys ?? ANY_ORIGIN) }).pipe(Layer.provide(nodeSignatures))
  const mode = Layer.mergeAll(
    sandboxMode({ passkeys: ceremonies, issuers: sandbox?.issuers, clockSkew: sandbox?.clockSkew }),
    sandboxMailer,
    sandboxScreening,
    sandboxVerification
  )
  const world = Layer.effect(
    SandboxWorld,
    Effect.map(Layer.build(mode), (context): ModeWorld => {
      return {
        calls: context.pipe(
          Context.add(Grounds, ["rails", "sandbox"]),
          Context.add(AroundCalls, sandboxFaults),
          Context.add(Policy, withDefaults({ ...SANDBOX_POLICY, ...policy })),
          // The sandbox sends no mail, so an address in its configuration reaches no reader.
          Context.add(MailDomains, undefined)
        ),
        mailer: Context.get(context, Mailer),
        rails: PaymentRails.of(sandboxRails(sandbox?.rails)),
        screening: Context.get(context, Screening),
        verification: Context.get(context, Verification)
      }
    })
  )
  return world.pipe(Layer.provideMerge(sandboxRunner), Layer.provide(sandboxTime))
}
