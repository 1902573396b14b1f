import {
  Discoveries,
  IdentityTokens,
  Mailer,
  type Mode,
  Passkeys,
  Secrets,
  StampAuthority,
  Verification
} from "@countersign/core"
import { type ModePorts, Modes, type Ports } from "@countersign/http"
import { type PasskeyPolicy, passkeys } from "@countersign/passkeys"
import { sandboxMailer, sandboxMode, sandboxVerification } from "@countersign/sandbox"
import { Context, Effect, Layer } from "effect"
import { hostVerification } from "./hostVerification.ts"
import { observed } from "./observed.ts"
import type { ExternalAccountOptions, MailerOptions } from "./options.ts"
import { hostMailer, productionPorts } from "./productionPorts.ts"
import type { Settled } from "./settle.ts"

/** Every port, wired from the options of a host. */
export const portsLayer = (settled: Settled): Layer.Layer<Ports | Mailer | ModePorts> =>
  Layer.mergeAll(
    modes(settled.options),
    mailer(settled.options.mailer),
    verification(settled.options.externalAccounts)
  ).pipe(Layer.provideMerge(productionPorts(settled)), Layer.provideMerge(observed(settled.options)))

/** The sandbox binds a passkey to the origin it was made on, and asks for no gesture but presence. */
const ANY_PASSKEYS: PasskeyPolicy = { rpIds: "any", origins: "any", requireUserVerification: false }

/** Production stands on the ports themselves, the sandbox is a layer over them; a mode that no token names is not there. */
const modes = ({ sandbox, tokens }: Settled["options"]): Layer.Layer<Modes, never, ModePorts> =>
  Layer.effect(
    Modes,
    Effect.gen(function* () {
      const isNamed = (mode: Mode) => tokens.some((token) => token.mode === mode)
      const production = Context.pick(
        Discoveries,
        IdentityTokens,
        Passkeys,
        Secrets,
        StampAuthority
      )(yield* Effect.context<ModePorts>())
      const layer = sandboxMode({ passkeys: passkeys(sandbox?.passkeys ?? ANY_PASSKEYS), issuers: sandbox?.issuers })
      return Modes.of({
        ...(isNamed("production") ? { production } : {}),
        ...(isNamed("sandbox") ? { sandbox: yield* Layer.build(layer) } : {})
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
