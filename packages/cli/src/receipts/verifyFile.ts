import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import type { PublicKey } from "@countersign/wire"
import {
  type ReceiptFault,
  type ReceiptFinding,
  type ReceiptHead,
  readReceipt,
  readReceiptHead,
  receiptAudit
} from "countersign/effect"

/** What is wrong, and where: an account and its place in the chain, or a line of the file. */
export interface Finding {
  readonly fault: ReceiptFault | "MALFORMED"
  readonly place: string
}

/** Judges a file line by line: what it takes of memory grows with the ids that were used up, not with the file. */
export const verifyFile = async (file: string, signers: ReadonlyArray<PublicKey>, heads: string | undefined) => {
  const audit = receiptAudit({ signers, heads: heads === undefined ? [] : await headsOf(heads) })
  const findings: Array<Finding> = []
  let at = 0
  for await (const line of linesOf(file)) {
    at += 1
    const receipt = readReceipt(line)
    if (receipt._tag === "None") findings.push({ fault: "MALFORMED", place: `line ${at}` })
    else findings.push(...audit.take(receipt.value).map(placed))
  }
  const { accounts, findings: last, lateStarts, receipts } = audit.end()
  return { receipts, accounts, lateStarts: lateStarts.length, findings: [...findings, ...last.map(placed)] }
}

const placed = ({ accountId, fault, sequence }: ReceiptFinding): Finding => ({
  fault,
  place: `${accountId} ${sequence}`
})

const headsOf = async (file: string): Promise<ReadonlyArray<ReceiptHead>> => {
  const heads: Array<ReceiptHead> = []
  for await (const line of linesOf(file)) {
    const head = readReceiptHead(line)
    if (head._tag === "None")
      throw new Error(`Line ${heads.length + 1} of ${file} is no head: give what \`receipts heads\` wrote`)
    heads.push(head.value)
  }
  return heads
}

/** The lines of a file. One that is not there rejects, which `createInterface` alone would not. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file, "utf8")
  await new Promise((resolve, reject) => stream.once("open", resolve).once("error", reject))
  yield* createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })
}
