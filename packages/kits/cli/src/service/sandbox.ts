import { Command, InvalidArgumentError } from "commander"
import { print } from "../print.ts"
import type { Terminal } from "../Terminal.ts"
import { type CallOptions, callService, onServiceCommand } from "./Service.ts"

/** `countersign sandbox`: controls the clock and the money of a running sandbox. */
export const sandboxCommand = (terminal: Terminal): Command => {
  const call = callService(terminal)
  const advance = async (seconds: number, options: CallOptions) => {
    const answer = await call(options, "POST", "/sandbox/clock/advance", { seconds })
    print(terminal, options, answer, `It is ${String(answer.now)} in the sandbox.`)
  }
  const fund = async (account: string, amount: number, options: CallOptions) => {
    const answer = await call(options, "POST", `/sandbox/internal-accounts/${encodeURIComponent(account)}/fund`, {
      amount
    })
    print(terminal, options, answer, `The balance of ${account} is ${amountOf(answer.balance)}.`)
  }
  const send = async (quoteId: string, currencyCode: string, amount: number | undefined, options: CallOptions) => {
    const body = { quoteId, currencyCode, ...(amount === undefined ? {} : { currencyAmount: amount }) }
    const answer = await call(options, "POST", "/sandbox/send", body)
    print(terminal, options, answer, `${String(answer.id)} is ${String(answer.status)}.`)
  }
  return new Command("sandbox")
    .description("Controls the clock and the money of a running sandbox.")
    .addCommand(
      onServiceCommand("advance", "Advances the sandbox clock and processes everything that becomes due.")
        .argument("<duration>", "30s, 6 minutes, 1h, 2 days", seconds)
        .action(advance)
    )
    .addCommand(
      onServiceCommand("fund", "Funds an internal account.")
        .argument("<account>", "InternalAccount:<uuid>")
        .argument("<amount>", "in the currency's smallest unit", amount)
        .action(fund)
    )
    .addCommand(
      onServiceCommand("send", "Simulates the arrival of the funds of a quote.")
        .argument("<quote>", "Quote:<uuid>")
        .argument("<currency>", "the sent currency, such as USD")
        .argument("[amount]", "in its smallest unit; default: the amount of the quote", amount)
        .action(send)
    )
}

const UNITS = new Map(Object.entries({ s: 1, m: 60, h: 3600, d: 86_400 }))

const seconds = (text: string): number => {
  const [, count = "", unit = ""] =
    /^\s*([0-9]{1,9})\s*(s(?:econds?)?|m(?:in(?:utes?)?)?|h(?:ours?)?|d(?:ays?)?)\s*$/u.exec(text) ?? []
  const factor = UNITS.get(unit.charAt(0))
  if (factor === undefined)
    throw new InvalidArgumentError("It must be a number and s, minutes, hours or days: 30s, 6 minutes.")
  return Number(count) * factor
}

const amount = (text: string): number => {
  if (!/^[0-9]{1,15}$/u.test(text))
    throw new InvalidArgumentError("It must be a whole number of the smallest unit: 500 is 5.00 USD.")
  return Number(text)
}

const amountOf = (balance: unknown): string => {
  const { amount: units, currency } = { amount: "?", currency: {}, ...Object(balance) }
  const { code } = { code: "", ...Object(currency) }
  return `${units} ${code}`.trim()
}
