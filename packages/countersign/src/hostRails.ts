import { type Environment, PaymentRails, Rails, RailsUnavailable } from "@countersign/core"
import { Effect, Layer, Schema } from "@countersign/core/effect"
import { compiledDecoder, Money } from "@countersign/core/internal"
import type { Shape } from "./portTable.ts"
import { toLayer } from "./toLayer.ts"
import type { PaymentRailsOption, PaymentRailsOptions } from "./types/hostPorts.ts"

/**
 * Adapts the host's payment rails to the port. Their answers are decoded, because a host without types can return any
 * value.
 */
export const hostRails = (option: PaymentRailsOption): Layer.Layer<PaymentRails> =>
  isFunctions(option) ? Layer.succeed(PaymentRails, railsOf(option)) : toLayer<PaymentRails>(option)

const isFunctions = (option: PaymentRailsOption): option is PaymentRailsOptions => !Layer.isLayer(option)

const railsOf = ({ instructions, price, send, status }: PaymentRailsOptions): PaymentRails["Service"] => {
  const sent = (instruction: Rails.Instruction) => asked(() => send(withPlatform(instruction)), readSent)
  return PaymentRails.of({
    price: (request) =>
      Effect.map(
        asked(() => price(withPlatform(request)), readOffer),
        (offer) => offer && offerOf(offer)
      ),
    instructions: (environment, currency, reference, network) =>
      instructions === undefined
        ? Effect.succeed([])
        : asked(
            () => instructions(withPlatform({ environment, currency, reference, ...(network && { network }) })),
            readInstructions
          ),
    carrier: {
      _tag: "Provider",
      send: sent,
      ...(status && { status: (order) => asked(() => status(withPlatform(order)), readSent) })
    }
  })
}

const asked = <A>(answer: () => Promise<unknown>, read: (value: unknown) => A) =>
  Effect.tryPromise({ try: async () => read(await answer()), catch: () => new RailsUnavailable() })

/** A copy for the host, which may change it. */
const withPlatform = <A extends { readonly environment: Environment }>({ environment, ...request }: A) => ({
  ...structuredClone(request),
  platformId: environment.platformId
})

const HostOffer = Schema.Struct({
  rate: Schema.String.check(Schema.isPattern(/^(?=.*[1-9])[0-9]{1,15}(?:\.[0-9]{1,18})?$/u)),
  feeBasisPoints: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9999 }))),
  fixedFee: Schema.optional(Money.fields.amount.check(Schema.isGreaterThanOrEqualTo(0))),
  until: Schema.optional(Schema.DateTimeUtcFromString),
  reference: Schema.optional(Schema.NonEmptyString.check(Schema.isMaxLength(255)))
})
const readOffer = compiledDecoder(Schema.UndefinedOr(HostOffer))
const readSent = compiledDecoder(Rails.Sent)
const readInstructions = compiledDecoder(Schema.Array(Schema.Record(Schema.String, Schema.Json)))

const offerOf = ({ feeBasisPoints, fixedFee, rate, reference, until }: typeof HostOffer.Type): Rails.Offer => {
  const [units = "0", fraction = ""] = rate.split(".")
  return {
    rate: { numerator: BigInt(units + fraction), denominator: 10n ** BigInt(fraction.length) },
    fee: { basisPoints: feeBasisPoints ?? 0, fixed: fixedFee ?? 0 },
    ...(until && { until: until.epochMilliseconds }),
    ...(reference && { reference })
  }
}

export const railsShape: Shape = (value) => {
  if (Layer.isLayer(value)) return undefined
  const { instructions, price, send, status } = Object(value)
  if (typeof price !== "function" || typeof send !== "function") return "have the functions price and send"
  return [instructions, status].every((each) => ["function", "undefined"].includes(typeof each))
    ? undefined
    : "have functions as status and instructions, or neither"
}
