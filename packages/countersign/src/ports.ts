import {
  ClockControl,
  Discoveries,
  EnvironmentTime,
  IdentityTokens,
  Mailer,
  type Mode,
  Passkeys,
  PaymentRails,
  Screening,
  Secrets,
  StampAuthority,
  type Store,
  Verification
} from "@countersign/core"
import { type Ground, Grounds, type ModePorts, Modes, type Ports } from "@countersign/http"
import { nodeSignatures } from "@countersign/node-crypto"
import { type PasskeyPolicy, passkeys } from "@countersign/passkeys"
import {
  SandboxTime,
  sandboxMailer,
  sandboxMode,
  sandboxRails,
  sandboxScreening,
  sandboxTime,
  sandboxVerification
} from "@countersign/sandbox"
import { Context, Effect, Layer } from "effect"
import { hostScreening } from "./hostScreening.ts"
import { hostVerification } from "./hostVerification.ts"
import { observed } from "./observed.ts"
import type { ExternalAccountOptions, MailerOptions } from "./options.ts"
import { hostMailer, productionPorts } from "./productionPorts.ts"
import type { Settled } from "./settle.ts"

/** Every port, wired from the options of a host. */
export const portsLayer = (settled: Settled): Layer.Layer<Ports | Mailer | ModePorts | PaymentRails> =>
  Layer.mergeAll(
    modes(settled.options),
    mailer(settled.options.mailer),
    verification(settled.options.externalAccounts),
    screening,
    rails(settled.options)
  ).pipe(
    Layer.provideMerge(time),
    Layer.provideMerge(productionPorts(settled)),
    Layer.provideMerge(observed(settled.options))
  )

/** The sandbox binds a passkey to the origin it was made on, and asks for no gesture but presence. */
const ANY_PASSKEYS: PasskeyPolicy = { rpIds: "any", origins: "any", requireUserVerification: false }

/** Production stands on the ports themselves, the sandbox is a layer over them; a mode that no token names is not there. */
const modes = ({
  paymentRails,
  sandbox,
  tokens
}: Settled["options"]): Layer.Layer<Modes, never, ModePorts | SandboxTime | Store> =>
  Layer.effect(
    Modes,
    Effect.gen(function* () {
      const isNamed = (mode: Mode) => tokens.some((token) => token.mode === mode)
      const production = Context.pick(
        ClockControl,
        Discoveries,
        IdentityTokens,
        Passkeys,
        Secrets,
        StampAuthority
      )(yield* Effect.context<ModePorts>())
      const ceremonies = passkeys(sandbox?.passkeys ?? ANY_PASSKEYS).pipe(Layer.provide(nodeSignatures))
      const layer = sandboxMode({ passkeys: ceremonies, issuers: sandbox?.issuers })
      const grounds: { readonly [M in Mode]: ReadonlyArray<Ground> } = {
        production: paymentRails === undefined ? [] : ["rails"],
        sandbox: ["rails", "sandbox"]
      }
      return Modes.of({
        ...(isNamed("production") ? { production: Context.add(production, Grounds, grounds.production) } : {}),
        ...(isNamed("sandbox") ? { sandbox: Context.add(yield* Layer.build(layer), Grounds, grounds.sandbox) } : {})
      })
    })
  )

/** Each mode's mail goes its own way: what the sandbox sends never reaches the host's mailer. */
const mailer = (host: MailerOptions | undefined) =>
  Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const silent = Context.get(yield* Layer.build(sandboxMailer), Mailer)
      const byMode: { readonly [M in Mode]: Mailer["Service"] } = {
        production: host === undefined ? silent : hostMailer(host),
        sandbox: silent
      }
      return Mailer.of({
        sendCode: (mail) => byMode[mail.environment.mode].sendCode(mail),
        sendEmailChanged: (mail) => byMode[mail.environment.mode].sendEmailChanged(mail)
      })
    })
  )

/** Each mode's accounts are verified its own way: the sandbox's magic endings mean nothing to production (I14). */
const verification = (host: ExternalAccountOptions = {}) =>
  Layer.effect(
    Verification,
    Effect.gen(function* () {
      const byMode: { readonly [M in Mode]: Verification["Service"] } = {
        production: hostVerification(host),
        sandbox: Context.get(yield* Layer.build(sandboxVerification), Verification)
      }
      return Verification.of({ verify: (request) => byMode[request.environment.mode].verify(request) })
    })
  )

/** Each mode looks at customers its own way: endings of numbers and names mean nothing to production (I14). */
const screening = Layer.effect(
  Screening,
  Effect.gen(function* () {
    const byMode: { readonly [M in Mode]: Screening["Service"] } = {
      production: hostScreening,
      sandbox: Context.get(yield* Layer.build(sandboxScreening), Screening)
    }
    return Screening.of({
      customerNeeds: (environment, profile) => byMode[environment.mode].customerNeeds(environment, profile),
      customer: (request) => byMode[request.environment.mode].customer(request),
      ownerNeeds: (environment) => byMode[environment.mode].ownerNeeds(environment),
      owner: (request) => byMode[request.environment.mode].owner(request)
    })
  })
)

/** The time of each environment: those of sandboxes may be ahead. */
const time: Layer.Layer<SandboxTime, never, Store> = Layer.effect(
  EnvironmentTime,
  Effect.map(
    SandboxTime,
    ({ aheadOf }) =>
      (environment) =>
        environment.mode === "sandbox" ? aheadOf(environment) : Effect.succeed(0)
  )
).pipe(Layer.provideMerge(sandboxTime))

/** Each mode's money moves its own way. Production has none of ours: its calls are there once the host gives rails. */
const rails = ({ paymentRails, sandbox }: Settled["options"]) =>
  Layer.effect(
    PaymentRails,
    Effect.gen(function* () {
      const host = paymentRails === undefined ? undefined : Context.get(yield* Layer.build(paymentRails), PaymentRails)
      const byMode: { readonly [M in Mode]: PaymentRails["Service"] | undefined } = {
        production: host,
        sandbox: sandboxRails(sandbox?.rails)
      }
      const of = ({ mode }: { readonly mode: Mode }) => {
        const found = byMode[mode]
        if (found === undefined) throw new Error("ports: money was to move where there are no rails")
        return found
      }
      return PaymentRails.of({
        terms: (environment, from, to) => of(environment).terms(environment, from, to),
        route: (environment, route) => of(environment).route(environment, route),
        // Accounts are opened where no money moves too; nothing can be paid into them.
        instructions: (environment, ...asked) =>
          byMode[environment.mode]?.instructions(environment, ...asked) ?? Effect.succeed([]),
        book: (environment, payment, moves, at) => of(environment).book(environment, payment, moves, at)
      })
    })
  )
