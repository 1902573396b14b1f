import { Command, InvalidArgumentError } from "commander"
import { EXIT, type Exit } from "../exit.ts"
import { told } from "../Finding.ts"
import { given, givenWord } from "../given.ts"
import type { Terminal } from "../Terminal.ts"
import { type Evidence, explain } from "./explain.ts"

interface Options extends Evidence {
  readonly at?: number
  readonly json?: boolean
}

/** `countersign explain`: which check fails, and the likeliest mistake behind it. Nothing leaves the machine. */
export const explainCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command =>
  new Command("explain")
    .description("Says which check a stamp, a bundle or an id token fails, and why. Exits 3 where one fails.")
    .option("--stamp <text>", "the signature header", given)
    .option("--payload <text>", "payloadToSign of the 202", given)
    .option("--public-key <hex>", "the key of the session that should have signed", givenWord)
    .option("--bundle <text>", "otpEncryptionTargetBundle", given)
    .option("--bundle-signer <hex>", "the key that the client trusts bundles by", givenWord)
    .option("--id-token <text>", "oidcToken", givenWord)
    .option("--client-public-key <hex>", "the key that the id token is to open a session for", givenWord)
    .option("--at <milliseconds>", "the time to judge by; now when left out", millis)
    .option("--json", "write one line of JSON")
    .addHelpText("after", "\nA text that begins with @ is read from that file: --payload @payload.txt")
    .action((options: Options) => {
      const found = explain(options, options.at ?? Date.now())
      if (found.length === 0) {
        throw new Error(
          "Nothing to explain: give --stamp with --payload, --bundle with --bundle-signer, or --id-token with --client-public-key"
        )
      }
      if (!told(terminal, options, found)) exitWith(EXIT.pending)
    })

const millis = (text: string): number => {
  const at = Number(text)
  if (!Number.isSafeInteger(at) || at < 0) throw new InvalidArgumentError("It is milliseconds since the epoch.")
  return at
}
