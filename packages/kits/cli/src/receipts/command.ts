import { receiptSignerOf } from "@countersign/node-crypto"
import { postgres } from "@countersign/postgres"
import { type PublicKey, parsePublicKey, uncompressedHex, WireError } from "@countersign/wire"
import { Command, InvalidArgumentError, Option } from "commander"
import { type Receipts, receiptsOf } from "countersign"
import type { Page, Position } from "countersign/effect"
import { EXIT, type Exit } from "../exit.ts"
import { fileOrWord } from "../fileOrText.ts"
import { scalarIn } from "../keys/commands.ts"
import { type DatabaseOptions, onDatabase, withDatabase } from "../migrate/command.ts"
import { type Json, print } from "../print.ts"
import type { Terminal } from "../Terminal.ts"
import { verifyFile } from "./verifyFile.ts"

interface Place extends DatabaseOptions {
  readonly platform: string
  readonly mode: "sandbox" | "production"
  readonly account?: string
}

/** Writes receipts or heads as they are read, because an export can be larger than memory. */
const exported = async (terminal: Terminal, place: Place, what: "receipts" | "heads"): Promise<void> => {
  requireNames(place)
  const isList = place.json === true
  let before = isList ? "[" : ""
  const write = (item: object) => {
    terminal.out(`${before}${JSON.stringify(item)}${isList ? "" : "\n"}`)
    before = isList ? "," : ""
  }
  await onDatabase(place.databaseUrl ?? terminal.env.DATABASE_URL, async (pool) => {
    const store = postgres({ pool, schema: place.schema, timeout: 30_000 })
    const receipts = receiptsOf(store, { platformId: place.platform, mode: place.mode })
    try {
      for await (const item of wanted(receipts, place, what)) write(item)
    } catch {
      throw new Error("The database does not answer, or lacks its tables: run npx @countersign/cli migrate status")
    } finally {
      await receipts.close()
    }
  })
  if (isList) terminal.out(before === "[" ? "[]\n" : "]\n")
}

const wanted = (receipts: Receipts, { account }: Place, what: "receipts" | "heads"): AsyncGenerator<object> =>
  what === "heads" ? all(receipts.heads) : receipts.export(account)

async function* all<A>(read: (after?: Position) => Promise<Page<A>>): AsyncGenerator<A> {
  let page = await read()
  for (;;) {
    yield* page.items
    if (page.next === undefined) return
    page = await read(page.next)
  }
}

/** Rejects malformed names, which would match nothing and look like an empty export. */
const requireNames = ({ account, platform }: Place): void => {
  if (!/^[A-Za-z0-9._-]{1,64}$/u.test(platform)) {
    throw new Error("--platform is 1 to 64 letters, digits, dots, dashes and underscores")
  }
  if (account !== undefined && !/^InternalAccount:[0-9a-fA-F-]{36}$/u.test(account)) {
    throw new Error("--account is InternalAccount:<uuid>")
  }
}

interface SignerOptions extends Json {
  readonly serviceKey?: string
}

interface VerifyOptions extends Json {
  readonly signer: ReadonlyArray<PublicKey>
  readonly heads?: string
}

/** `countersign receipts`: exports receipts from the database, and verifies an export without it. */
export const receiptsCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command =>
  new Command("receipts")
    .description("Exports and verifies receipts: what was authorized, and by which signature.")
    .addCommand(
      placed("export", "Writes all receipts, one line of JSON each, with the chain of each account in order.")
        .option("--account <id>", "only of this account")
        .action((place: Place) => exported(terminal, place, "receipts"))
    )
    .addCommand(
      placed("heads", "Writes the head of each chain. Store it where users of this database cannot write.").action(
        (place: Place) => exported(terminal, place, "heads")
      )
    )
    .addCommand(
      new Command("signer")
        .description("Prints the public key that verifies receipts, derived from the service key.")
        .option("--service-key <hex>", "the service key, @file of 64 hex characters; default SERVICE_KEY", fileOrWord)
        .action(({ serviceKey, ...options }: SignerOptions) => {
          const key = scalarIn((serviceKey ?? terminal.env.SERVICE_KEY ?? "").trim())
          if (key === undefined) {
            throw new Error("Pass the service key, 64 hex characters: --service-key @file, or SERVICE_KEY")
          }
          const receiptSigner = uncompressedHex(receiptSignerOf(key))
          print(terminal, options, { receiptSigner }, receiptSigner)
        })
    )
    .addCommand(
      new Command("verify")
        .description("Verifies an export without a database or a network. Exits with 3 if a check fails.")
        .argument("<file>", "the output of `receipts export`")
        .requiredOption("--signer <hex>", "a public key that is trusted to sign receipts; can be repeated", signers)
        .option("--heads <file>", "an earlier output of `receipts heads`, or several concatenated")
        .action(async (file: string, options: VerifyOptions) => {
          const verified = await verifyFile(file, options.signer, options.heads)
          const isSound = verified.faults === 0
          print(terminal, options, { isSound, ...verified }, wordsOf(verified))
          if (!isSound) exitWith(EXIT.pending)
        })
    )

const wordsOf = ({ accounts, faults, findings, lateStarts, receipts }: Awaited<ReturnType<typeof verifyFile>>) => {
  const more = faults - findings.length
  const verdict = faults === 0 ? "are valid" : `have ${faults} faults`
  return [
    ...findings.map(({ fault, place }) => `${fault}  ${place}`),
    ...(more > 0 ? [`${more} more faults are not listed.`] : []),
    `${receipts} receipts of ${accounts} accounts ${verdict}.`,
    ...(lateStarts > 0
      ? [`${lateStarts} accounts begin after their first receipt: earlier receipts have expired, or are missing.`]
      : [])
  ].join("\n")
}

const placed = (name: string, description: string): Command =>
  withDatabase(new Command(name))
    .description(description)
    .requiredOption("--platform <id>", "whose")
    .addOption(new Option("--mode <mode>", "the mode").choices(["production", "sandbox"]).default("production"))
    .option("--json", "write one line of JSON: a list of all of them")

const signers = (text: string, before: ReadonlyArray<PublicKey> = []): ReadonlyArray<PublicKey> => {
  try {
    return [...before, parsePublicKey(fileOrWord(text))]
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    throw new InvalidArgumentError("It must be a P-256 public key in hex, as `receipts signer` prints it.")
  }
}
