import { Context, Effect, Layer } from "@countersign/core/effect"
import {
  ClockControl,
  Discoveries,
  IdentityTokens,
  Mailer,
  type Mode,
  noticeDelivery,
  outcomeDelivery,
  Passkeys,
  PaymentRails,
  Screening,
  Secrets,
  SendsNotices,
  StampAuthority,
  type Store,
  Unable,
  Verification,
  verificationDelivery
} from "@countersign/core/internal"
import { type Ground, Grounds, type ModePorts, Modes, type Ports } from "@countersign/http"
import { hostScreening } from "./hostScreening.ts"
import { hostVerification } from "./hostVerification.ts"
import { LeftQueues, type ModeWorld, SandboxWorld } from "./ModeWorld.ts"
import { observed } from "./observed.ts"
import { hostMailer, productionPorts } from "./productionPorts.ts"
import { toLayer } from "./toLayer.ts"
import type { TrackedWork } from "./workers.ts"

/** Every port, built from the options of a host. */
export const portsLayer = (work: TrackedWork): Layer.Layer<Ports | Mailer | ModePorts | PaymentRails> =>
  bothModes(work.options).pipe(
    Layer.provideMerge(sandbox(work.options)),
    Layer.provideMerge(productionPorts(work)),
    Layer.provideMerge(observed(work.options))
  )

type Options = TrackedWork["options"]

const isNamed = ({ tokens }: Options, mode: Mode) => tokens.some((token) => token.mode === mode)

/** Imports the sandbox only when a token uses it. Otherwise none of its modules is loaded into the process (FA14). */
const sandbox = (options: Options): Layer.Layer<SandboxWorld, never, ModePorts | Store> =>
  isNamed(options, "sandbox")
    ? Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./sandboxPorts.ts")),
          ({ sandboxPorts }) => sandboxPorts(options)
        )
      )
    : Layer.succeed(SandboxWorld, undefined)

/**
 * The ports of each mode, and shared ports that select the mode by the environment of each request: sandbox mail never
 * reaches the host's mailer, and sandbox magic values have no effect in production (I14). A mode without a token is
 * absent.
 */
const bothModes = (options: Options) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const worlds = {
        production: isNamed(options, "production") ? yield* production(options) : undefined,
        sandbox: yield* SandboxWorld
      }
      const of = <Port extends keyof ModeWorld>({ mode }: { readonly mode: Mode }, port: Port) => {
        const found = worlds[mode]?.[port]
        if (found === undefined) throw new Unable({ message: `${mode} has no ${port} on this node` })
        return found
      }
      const modes = Modes.of({
        ...(worlds.production === undefined ? {} : { production: worlds.production.calls }),
        ...(worlds.sandbox === undefined ? {} : { sandbox: worlds.sandbox.calls })
      })
      return Context.make(Modes, modes).pipe(
        Context.add(
          Mailer,
          Mailer.of({
            sendCode: (mail) => Effect.suspend(() => of(mail.environment, "mailer").sendCode(mail)),
            sendNotice: (mail) => Effect.suspend(() => of(mail.environment, "mailer").sendNotice(mail))
          })
        ),
        Context.add(
          Verification,
          Verification.of({
            verify: (request) => of(request.environment, "verification").verify(request)
          })
        ),
        Context.add(
          Screening,
          Screening.of({
            customerNeeds: (environment, profile) => of(environment, "screening").customerNeeds(environment, profile),
            customer: (request) => of(request.environment, "screening").customer(request),
            ownerNeeds: (environment) => of(environment, "screening").ownerNeeds(environment),
            owner: (request) => of(request.environment, "screening").owner(request)
          })
        ),
        Context.add(
          PaymentRails,
          PaymentRails.of({
            terms: (environment, from, to) => of(environment, "rails").terms(environment, from, to),
            route: (environment, route) => of(environment, "rails").route(environment, route),
            // Accounts can be opened without payment rails. They then have no payment instructions.
            instructions: (environment, ...args) =>
              worlds[environment.mode]?.rails?.instructions(environment, ...args) ?? Effect.succeed([]),
            book: (environment, payment, moves, at) => of(environment, "rails").book(environment, payment, moves, at)
          })
        )
      )
    })
  )

/** Production uses the ports directly. It moves no money unless the host configures payment rails. */
const production = Effect.fnUntraced(function* ({ externalAccounts, mailer, paymentRails }: Options) {
  const ports = Context.pick(
    ClockControl,
    Discoveries,
    IdentityTokens,
    Passkeys,
    Secrets,
    StampAuthority
  )(yield* Effect.context<ModePorts>())
  const grounds: ReadonlyArray<Ground> = paymentRails === undefined ? [] : ["rails"]
  const left = [
    ...(mailer?.sendNotice === undefined ? [noticeDelivery.of] : []),
    ...(paymentRails === undefined ? [outcomeDelivery.of] : []),
    ...(externalAccounts?.verify === undefined ? [verificationDelivery.of] : [])
  ]
  const world: ModeWorld = {
    calls: ports.pipe(
      Context.add(Grounds, grounds),
      Context.add(SendsNotices, mailer?.sendNotice !== undefined),
      Context.add(LeftQueues, left)
    ),
    mailer: mailer === undefined ? undefined : hostMailer(mailer),
    rails:
      paymentRails === undefined
        ? undefined
        : Context.get(yield* Layer.build(toLayer<PaymentRails>(paymentRails)), PaymentRails),
    screening: hostScreening,
    verification: hostVerification(externalAccounts ?? {})
  }
  return world
})
