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

/** A fault and its place: an account and position in its chain, or a line of the file. */
export interface Finding {
  readonly fault: ReceiptFault | "MALFORMED"
  readonly place: string
}

/** Verifies a file line by line. Its memory grows with the number of consumed ids, not with the file. */
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
      throw new Error(`Line ${heads.length + 1} of ${file} is not a head: pass the output of \`receipts heads\``)
    heads.push(head.value)
  }
  return heads
}

/** Iterates over the lines of a file. Rejects for a missing file, which `createInterface` alone would not. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file, "utf8")
  await new Promise((resolve, reject) => stream.once("open", resolve).once("error", reject))
  yield* createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })
}
