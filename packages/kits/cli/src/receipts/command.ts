import { receiptSignerOf } from "@countersign/node-crypto"
import { postgres } from "@countersign/postgres"
import { type PublicKey, parsePublicKey, uncompressedHex, WireError } from "@countersign/wire"
import { Command, InvalidArgumentError, Option } from "commander"
import { type Receipts, receiptsOf } from "countersign"
import type { Page, Position } from "countersign/effect"
import { EXIT, type Exit } from "../exit.ts"
import { fileOrWord } from "../fileOrText.ts"
import { scalarIn } from "../keys/commands.ts"
import { onDatabase } from "../migrate/command.ts"
import { print } from "../print.ts"
import type { Terminal } from "../Terminal.ts"
import { verifyFile } from "./verifyFile.ts"

/** The database, and the part of it to export. */
interface Place {
  readonly platform: string
  readonly mode: "sandbox" | "production"
  readonly account?: string
  readonly databaseUrl?: string
  readonly schema: string
  readonly json?: boolean
}

/** Writes receipts or heads as they are read, because an export can be larger than memory. */
const exported = async (terminal: Terminal, place: Place, what: "receipts" | "heads"): Promise<void> => {
  requireNames(place)
  const { end, write } = place.json === true ? asList(terminal) : asLines(terminal)
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
  end()
}

const wanted = (receipts: Receipts, { account }: Place, what: "receipts" | "heads"): AsyncGenerator<object> =>
  what === "heads" ? all(receipts.heads) : receipts.export(account)

/** Iterates over all pages. */
async function* all<A>(read: (after?: Position) => Promise<Page<A>>): AsyncGenerator<A> {
  let page = await read()
  for (;;) {
    yield* page.items
    if (page.next === undefined) return
    page = await read(page.next)
  }
}

interface Written {
  readonly write: (item: object) => void
  readonly end: () => void
}

const asLines = (terminal: Terminal): Written => ({
  write: (item) => void terminal.out(`${JSON.stringify(item)}\n`),
  end: () => undefined
})

/** Writes everything as one line of JSON. */
const asList = (terminal: Terminal): Written => {
  let separator = "["
  return {
    write: (item) => {
      terminal.out(`${separator}${JSON.stringify(item)}`)
      separator = ","
    },
    end: () => terminal.out(separator === "[" ? "[]\n" : "]\n")
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

interface SignerOptions {
  readonly serviceKey?: string
  readonly json?: boolean
}

interface VerifyOptions {
  readonly signer: ReadonlyArray<PublicKey>
  readonly heads?: string
  readonly json?: boolean
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
        .option("--json", "write one line of JSON")
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
        .option("--json", "write one line of JSON")
        .action(async (file: string, options: VerifyOptions) => {
          const { accounts, faults, findings, lateStarts, receipts } = await verifyFile(
            file,
            options.signer,
            options.heads
          )
          const late =
            lateStarts === 0
              ? []
              : [
                  `${lateStarts} accounts begin after their first receipt: earlier receipts have expired, or are missing.`
                ]
          const wrong = findings.map(({ fault, place }) => `${fault}  ${place}`)
          const rest = faults > findings.length ? [`${faults - findings.length} more faults are not listed.`] : []
          const verdict = faults === 0 ? "are valid" : `have ${faults} faults`
          const words = [...wrong, ...rest, `${receipts} receipts of ${accounts} accounts ${verdict}.`, ...late].join(
            "\n"
          )
          print(terminal, options, { isSound: faults === 0, receipts, accounts, lateStarts, faults, findings }, words)
          if (faults > 0) exitWith(EXIT.pending)
        })
    )

const placed = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .requiredOption("--platform <id>", "whose")
    .addOption(new Option("--mode <mode>", "the mode").choices(["production", "sandbox"]).default("production"))
    .option("--database-url <url>", "the database; default DATABASE_URL")
    .option("--schema <name>", "the schema of the tables", "countersign")
    .option("--json", "write one line of JSON: a list of all of them")

const signers = (text: string, before: ReadonlyArray<PublicKey> = []): ReadonlyArray<PublicKey> => {
  try {
    return [...before, parsePublicKey(fileOrWord(text))]
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    throw new InvalidArgumentError("It must be a P-256 public key in hex, as `receipts signer` prints it.")
  }
}
