import { createReadStream } from "node:fs"
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

/** A report lists at most this many faults and counts the rest. */
const FAULTS_LISTED = 100

/** Verifies a file line by line. Memory grows with the receipts that a trusted key signed, not with the file. */
export const verifyFile = async (file: string, signers: ReadonlyArray<PublicKey>, heads: string | undefined) => {
  const audit = receiptAudit({ signers, heads: heads === undefined ? [] : await headsOf(heads) })
  const findings: Array<Finding> = []
  let [at, faults] = [0, 0]
  const found = (more: ReadonlyArray<Finding>) => {
    faults += more.length
    findings.push(...more.slice(0, FAULTS_LISTED - findings.length))
  }
  for await (const line of linesOf(file)) {
    at += 1
    const receipt = readReceipt(line)
    if (receipt._tag === "None") found([{ fault: "MALFORMED", place: `line ${at}` }])
    else found(audit.take(receipt.value).map(placed))
  }
  const { accounts, findings: last, lateStarts, receipts } = audit.end()
  found(last.map(placed))
  return { receipts, accounts, lateStarts: lateStarts.length, faults, findings }
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

/** Longer than any receipt. The rest of a longer line is dropped, and its beginning is no JSON. */
const LONGEST_LINE = 1_048_576

/** Iterates over the lines of a file, without their ends. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file, "utf8")
  let line = ""
  for await (const chunk of stream) {
    for (const [at, part] of String(chunk).split("\n").entries()) {
      if (at > 0) {
        yield line
        line = ""
      }
      if (line.length <= LONGEST_LINE) line += part
    }
  }
  if (line !== "") yield line
}
