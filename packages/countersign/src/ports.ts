import {
  defaultPolicy,
  MailError,
  Mailer,
  type Mode,
  Policy,
  Secrets,
  StampAuthority,
  stampAuthority
} from "@countersign/core"
import { type ModePorts, Modes, type Ports } from "@countersign/http"
import { nodeCrypto, nodeServiceKey, nodeVault, staticTokens } from "@countersign/node-crypto"
import { sandboxMailer, sandboxMode } from "@countersign/sandbox"
import { decodeHex } from "@countersign/wire"
import { Clock, Context, Effect, Layer } from "effect"
import type { MailerOptions } from "./options.ts"
import type { Settled } from "./settle.ts"

/** Every port, wired from the options of a host. */
export const portsLayer = ({ options }: Settled): Layer.Layer<Ports | Mailer | ModePorts> => {
  const base = Layer.mergeAll(
    options.store,
    nodeCrypto,
    nodeVault(decodeHex(options.keys.vault)),
    nodeServiceKey(decodeHex(options.keys.service)),
    staticTokens(options.tokens),
    Layer.succeed(Policy, { ...defaultPolicy, ...options.policy }),
    options.now === undefined ? Layer.empty : Layer.succeed(Clock.Clock, clockOf(options.now))
  )
  const production = stampAuthority.pipe(Layer.provideMerge(base))
  const hasSandbox = options.tokens.some(({ mode }) => mode === "sandbox")
  return Layer.mergeAll(modes(hasSandbox), mailer(options.mailer)).pipe(Layer.provideMerge(production))
}

/** Production stands on the ports themselves; the sandbox is a layer over them, and only there if a token asks for it. */
const modes = (hasSandbox: boolean): Layer.Layer<Modes, never, ModePorts> =>
  Layer.effect(
    Modes,
    Effect.gen(function* () {
      const production = Context.make(Secrets, yield* Secrets).pipe(Context.add(StampAuthority, yield* StampAuthority))
      if (!hasSandbox) return Modes.of({ production })
      const sandbox = yield* Layer.build(sandboxMode)
      return Modes.of({ production, sandbox })
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
      return Mailer.of({ sendCode: (mail) => byMode[mail.environment.mode].sendCode(mail) })
    })
  )

const hostMailer = ({ sendCode }: MailerOptions) =>
  Mailer.of({
    sendCode: ({ code, environment, expiresAt, to }) =>
      Effect.tryPromise({
        try: () =>
          sendCode({ to, code, platformId: environment.platformId, expiresAt: new Date(expiresAt).toISOString() }),
        catch: (cause) => new MailError({ cause })
      })
  })

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
