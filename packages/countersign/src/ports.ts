import {
  defaultPolicy,
  IdentityTokens,
  MailError,
  Mailer,
  type Mode,
  Passkeys,
  Policy,
  Secrets,
  StampAuthority,
  stampAuthority
} from "@countersign/core"
import { type ModePorts, Modes, type Ports } from "@countersign/http"
import { memoryThrottle } from "@countersign/memory"
import { nodeCrypto, nodeServiceKey, nodeVault, staticTokens } from "@countersign/node-crypto"
import { oidcTokens } from "@countersign/oidc"
import { type PasskeyPolicy, passkeys } from "@countersign/passkeys"
import { sandboxMailer, sandboxMode } from "@countersign/sandbox"
import { vaultWallets } from "@countersign/wallets"
import { decodeHex } from "@countersign/wire"
import { Clock, Context, Effect, Layer } from "effect"
import type { MailerOptions } from "./options.ts"
import type { Settled } from "./settle.ts"

/** Every port, wired from the options of a host. */
export const portsLayer = ({ options }: Settled): Layer.Layer<Ports | Mailer | ModePorts> => {
  const base = Layer.mergeAll(
    options.store,
    options.throttle ?? memoryThrottle,
    nodeCrypto,
    nodeVault(decodeHex(options.keys.vault)),
    nodeServiceKey(decodeHex(options.keys.service)),
    staticTokens(options.tokens),
    Layer.succeed(Policy, { ...defaultPolicy, ...options.policy }),
    options.now === undefined ? Layer.empty : Layer.succeed(Clock.Clock, clockOf(options.now))
  )
  const production = Layer.mergeAll(
    stampAuthority,
    options.wallets ?? vaultWallets,
    passkeys(options.production?.passkeys ?? NO_PASSKEYS),
    oidcTokens(options.production?.oidc ?? { issuers: [] })
  ).pipe(Layer.provideMerge(base))
  return Layer.mergeAll(modes(options), mailer(options.mailer)).pipe(Layer.provideMerge(production))
}

/** Production trusts no origin it was not told of. */
const NO_PASSKEYS: PasskeyPolicy = { rpIds: [], origins: [] }
/** The sandbox binds a passkey to the origin it was made on, and asks for no gesture but presence. */
const ANY_PASSKEYS: PasskeyPolicy = { rpIds: "any", origins: "any", requireUserVerification: false }

/** Production stands on the ports themselves; the sandbox is a layer over them, and only there if a token asks for it. */
const modes = ({ sandbox, tokens }: Settled["options"]): Layer.Layer<Modes, never, ModePorts> =>
  Layer.effect(
    Modes,
    Effect.gen(function* () {
      const production = Context.pick(
        IdentityTokens,
        Passkeys,
        Secrets,
        StampAuthority
      )(yield* Effect.context<ModePorts>())
      if (!tokens.some(({ mode }) => mode === "sandbox")) return Modes.of({ production })
      const layer = sandboxMode({ passkeys: passkeys(sandbox?.passkeys ?? ANY_PASSKEYS), issuers: sandbox?.issuers })
      return Modes.of({ production, sandbox: yield* Layer.build(layer) })
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

const hostMailer = ({ sendCode, sendEmailChanged }: MailerOptions) =>
  Mailer.of({
    sendCode: ({ code, environment: { platformId }, expiresAt, to }) =>
      handedOver(() => sendCode({ to, code, platformId, expiresAt: new Date(expiresAt).toISOString() })),
    sendEmailChanged: ({ changedAt, environment: { platformId }, to }) =>
      handedOver(async () => sendEmailChanged?.({ to, platformId, changedAt: new Date(changedAt).toISOString() }))
  })

const handedOver = (send: () => Promise<void>) =>
  Effect.tryPromise({ try: send, catch: (cause) => new MailError({ cause }) })

/** A host's clock tells the time; waiting is still done by the machine's. */
const clockOf = (now: () => number): Clock.Clock => {
  const machine = Context.get(Context.empty(), Clock.Clock)
  const millis = () => now()
  const nanos = () => BigInt(now()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: machine.monotonicTimeNanos,
    sleep: (duration) => machine.sleep(duration)
  }
}
