import { isStepUp, type StepUp } from "./credentials.ts"
import { object, optional, text } from "./guard.ts"
import type { Quote } from "./quotes.ts"

const isInstruction = object({
  accountOrWalletInfo: object({ payloadToSign: text, stepUp: optional(isStepUp) })
})

/** Returns the exact payload to sign for a quote, or `undefined` when the quote has none. */
export const payloadOf = (quote: Quote): string | undefined => walletInfoOf(quote)?.payloadToSign

/** Returns what the platform's policy requires of the session that signs a quote, or `undefined`. */
export const stepUpOf = (quote: Quote): StepUp | undefined => walletInfoOf(quote)?.stepUp

const walletInfoOf = ({ paymentInstructions = [] }: Quote) =>
  paymentInstructions.find(isInstruction)?.accountOrWalletInfo
