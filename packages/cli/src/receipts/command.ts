import { receiptSignerOf } from "@countersign/node-crypto"
import { type PublicKey, parsePublicKey, uncompressedHex, WireError } from "@countersign/wire"
import { Command, InvalidArgumentError, Option } from "commander"
import { EXIT, type Exit } from "../exit.ts"
import { givenWord } from "../given.ts"
import { scalarIn } from "../keys/hexKeys.ts"
import { said } from "../said.ts"
import type { Terminal } from "../Terminal.ts"
import { exported, type Place } from "./exported.ts"
import { verifyFile } from "./verifyFile.ts"

interface SignerOptions {
  readonly serviceKey?: string
  readonly json?: boolean
}

interface VerifyOptions {
  readonly signer: ReadonlyArray<PublicKey>
  readonly heads?: string
  readonly json?: boolean
}

/** `countersign receipts`: what was authorised and by whom, taken out of the database, and judged without it. */
export const receiptsCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command =>
  new Command("receipts")
    .description("What was authorised, by which signature, and whether that still stands as it was written.")
    .addCommand(
      placed("export", "Writes all receipts, one line of JSON each, the chain of each account in its order.")
        .option("--account <id>", "of this account alone")
        .action((place: Place) => exported(terminal, place, "receipts"))
    )
    .addCommand(
      placed("heads", "Writes where each chain stands. Keep it where this database cannot be written from.").action(
        (place: Place) => exported(terminal, place, "heads")
      )
    )
    .addCommand(
      new Command("signer")
        .description("Prints the public key that receipts are verified with, derived from the service key.")
        .option(
          "--service-key <hex>",
          "the service key, @file of 64 hex characters; SERVICE_KEY when left out",
          givenWord
        )
        .option("--json", "write one line of JSON")
        .action(({ serviceKey, ...options }: SignerOptions) => {
          const key = scalarIn((serviceKey ?? terminal.env.SERVICE_KEY ?? "").trim())
          if (key === undefined) {
            throw new Error("Give the service key, 64 hex characters: --service-key @file, or SERVICE_KEY")
          }
          const receiptSigner = uncompressedHex(receiptSignerOf(key))
          said(terminal, options, { receiptSigner }, receiptSigner)
        })
    )
    .addCommand(
      new Command("verify")
        .description("Judges an export by itself, without a database or a network. Exits 3 where something is wrong.")
        .argument("<file>", "what `receipts export` wrote")
        .requiredOption(
          "--signer <hex>",
          "a public key that is trusted to sign receipts, once or several times",
          signers
        )
        .option("--heads <file>", "what `receipts heads` wrote at any time before, or several of those after another")
        .option("--json", "write one line of JSON")
        .action(async (file: string, options: VerifyOptions) => {
          const { accounts, findings, lateStarts, receipts } = await verifyFile(file, options.signer, options.heads)
          const late =
            lateStarts === 0
              ? []
              : [`${lateStarts} accounts begin after their first receipt: those before have expired, or are missing.`]
          const wrong = findings.map(({ fault, place }) => `${fault}  ${place}`)
          const verdict = findings.length === 0 ? "hold" : `have ${findings.length} faults`
          const words = [...wrong, `${receipts} receipts of ${accounts} accounts ${verdict}.`, ...late].join("\n")
          said(terminal, options, { isSound: findings.length === 0, receipts, accounts, lateStarts, findings }, words)
          if (findings.length > 0) exitWith(EXIT.pending)
        })
    )

const placed = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .requiredOption("--platform <id>", "whose")
    .addOption(new Option("--mode <mode>", "of which mode").choices(["production", "sandbox"]).default("production"))
    .option("--database-url <url>", "the database; DATABASE_URL when left out")
    .option("--schema <name>", "the schema that holds the tables", "countersign")
    .option("--json", "write one line of JSON: a list of them all")

const signers = (text: string, before: ReadonlyArray<PublicKey> = []): ReadonlyArray<PublicKey> => {
  try {
    return [...before, parsePublicKey(givenWord(text))]
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    throw new InvalidArgumentError("It is a P-256 public key in hex, as `receipts signer` prints it.")
  }
}
