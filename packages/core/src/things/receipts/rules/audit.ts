import {
  decodeBase64Url,
  decodeHex,
  decodeStamp,
  decodeUtf8,
  encodeBase64Url,
  encodeUtf8,
  type PublicKey,
  parsed,
  parseStrictJson,
  sha256Hex,
  verifyP256Digest
} from "@countersign/wire"
import { Option, Schema } from "effect"
import {
  bytesOf,
  hashOf,
  justificationText,
  MailedAct,
  NO_RECEIPT,
  OperatorAct,
  type Receipt,
  type ReceiptHead
} from "./Receipt.ts"

/** A fault of a receipt, or of a chain of receipts. docs/guides/receipts.md has the meaning of each. */
export type ReceiptFault =
  | "ALTERED"
  | "NOT_SIGNED"
  | "DETAILS_ALTERED"
  | "PROOF_INVALID"
  | "OUT_OF_ORDER"
  | "CHAIN_BROKEN"
  | "TIME_WENT_BACK"
  | "CONSUMED_TWICE"
  | "HEAD_DIFFERS"
  | "CUT_OFF"

export interface ReceiptFinding {
  readonly fault: ReceiptFault
  readonly accountId: string
  readonly sequence: number
}

export interface ReceiptAudit {
  /**
   * Checks the next receipt of its account. Accounts may be interleaved; the receipts of one account must be in order.
   */
  readonly take: (receipt: Receipt) => ReadonlyArray<ReceiptFinding>
  /**
   * Returns the findings that need all receipts. `lateStarts` are accounts whose first receipts are missing: they have
   * expired or were removed.
   */
  readonly end: () => {
    readonly receipts: number
    readonly accounts: number
    readonly findings: ReadonlyArray<ReceiptFinding>
    readonly lateStarts: ReadonlyArray<string>
  }
}

/**
 * Verifies receipts using only the trusted service keys and independently stored heads. The chain alone cannot show
 * that it was truncated, or that all receipts of an account are missing; the heads can.
 */
export const receiptAudit = (trusted: {
  readonly signers: ReadonlyArray<PublicKey>
  readonly heads?: Iterable<ReceiptHead>
}): ReceiptAudit => {
  const chains = new Map<string, Chain>()
  let receipts = 0
  const heads = byAccount(trusted.heads ?? [])

  const take = (receipt: Receipt): ReadonlyArray<ReceiptFinding> => {
    receipts += 1
    const account = accountKeyOf(receipt)
    const chain = chains.get(account)
    const isAltered = hashOf(bytesOf(termsOf(receipt))) !== receipt.hash
    const isUnsigned = !isSigned(receipt, trusted.signers)
    const faults: ReadonlyArray<ReceiptFault | false> = [
      isAltered && "ALTERED",
      isUnsigned && "NOT_SIGNED",
      isRewritten(receipt) && "DETAILS_ALTERED",
      !isProven(receipt) && "PROOF_INVALID",
      ...(chain === undefined ? beginning(receipt, heads.get(account)) : following(receipt, chain)),
      chain?.consumed.has(receipt.consumed) === true && "CONSUMED_TWICE",
      isOther(receipt, heads.get(account)?.get(receipt.sequence)) && "HEAD_DIFFERS"
    ]
    const { accountId, at, hash, sequence } = receipt
    const isForged = isAltered || isUnsigned
    // A receipt that no trusted key signed begins no chain and consumes no id, so that a forged file takes no memory.
    const consumed = chain?.consumed ?? new Set()
    if (!isForged) consumed.add(receipt.consumed)
    if (!isForged || chain !== undefined) {
      chains.set(account, { accountId, first: chain?.first ?? sequence, at, hash, sequence, consumed })
    }
    return faults.filter((fault) => fault !== false).map((fault) => findingOf(fault, receipt))
  }

  const end = () => {
    const cut = [...heads].flatMap(([account, known]) => {
      const last = chains.get(account)?.sequence ?? 0
      return [...known.values()].filter(({ sequence }) => sequence > last).map((head) => findingOf("CUT_OFF", head))
    })
    const late = [...chains.values()].filter(({ first }) => first > 1).map(({ accountId }) => accountId)
    return { receipts, accounts: chains.size, findings: cut, lateStarts: late }
  }
  return { take, end }
}

/** The state needed to check the next receipt of an account. */
interface Chain extends Pick<Receipt, "accountId" | "at" | "hash" | "sequence"> {
  readonly first: number
  readonly consumed: Set<string>
}

type HeadsBySequence = ReadonlyMap<number, ReceiptHead>

const byAccount = (heads: Iterable<ReceiptHead>): ReadonlyMap<string, HeadsBySequence> => {
  const accounts = new Map<string, Map<number, ReceiptHead>>()
  for (const head of heads) {
    const known = accounts.get(accountKeyOf(head)) ?? new Map<number, ReceiptHead>()
    accounts.set(accountKeyOf(head), known.set(head.sequence, head))
  }
  return accounts
}

const accountKeyOf = ({ accountId, mode, platformId }: ReceiptHead): string => `${mode}/${platformId}/${accountId}`

const findingOf = (fault: ReceiptFault, { accountId, sequence }: ReceiptHead): ReceiptFinding => ({
  fault,
  accountId,
  sequence
})

/**
 * A chain may start late, because earlier receipts have expired. A stored head of the last missing receipt links it.
 */
const beginning = (
  { previous, sequence }: Receipt,
  known: HeadsBySequence | undefined
): ReadonlyArray<ReceiptFault | false> => {
  const before = sequence === 1 ? NO_RECEIPT : known?.get(sequence - 1)?.hash
  return [before !== undefined && before !== previous && "CHAIN_BROKEN"]
}

const following = (receipt: Receipt, chain: Chain): ReadonlyArray<ReceiptFault | false> => [
  receipt.sequence !== chain.sequence + 1 && "OUT_OF_ORDER",
  receipt.previous !== chain.hash && "CHAIN_BROKEN",
  receipt.at < chain.at && "TIME_WENT_BACK"
]

const isOther = (receipt: Receipt, head: ReceiptHead | undefined): boolean =>
  head !== undefined && head.hash !== receipt.hash

const termsOf = ({ details: _, hash: __, signature: ___, ...terms }: Receipt) => terms

/** Details may be absent: the holder of an export may remove them. */
const isRewritten = ({ details, detailsSha256 }: Receipt): boolean =>
  details !== undefined && sha256Hex(details) !== detailsSha256

/** The keys are few and a wrong key costs one verification, so `kid` is not trusted. */
const isSigned = ({ hash, signature }: Receipt, signers: ReadonlyArray<PublicKey>): boolean =>
  passes(() => {
    const [digest, der] = [digestOf(hash), decodeHex(signature, { maxBytes: 72 })]
    return signers.some((signer) => verifyP256Digest(digest, der, signer))
  })

/**
 * A stamp is verified completely, using the digest of its payload. The signature of an assertion needs the passkey's
 * public key, which a receipt does not contain, so only its challenge is compared with the payload.
 */
const isProven = ({ mode, operation, payloadSha256, proof }: Receipt): boolean =>
  passes(() => {
    switch (proof.type) {
      case "WAIVED":
        return mode === "sandbox"
      case "IDENTITY_TOKEN":
        return operation === "VerifyCredential"
      case "ERASURE":
        return operation === "EraseCustomer"
      case "OPERATOR":
        return isOperatorAct(operation) && payloadSha256 === sha256Hex(justificationText(proof))
      case "MAILED_SECRET":
        return isMailedAct(operation)
      case "STAMP": {
        const { publicKey, signature } = decodeStamp(proof.stamp)
        return verifyP256Digest(digestOf(payloadSha256), signature, publicKey)
      }
      case "ASSERTION": {
        const challenge = encodeBase64Url(digestOf(payloadSha256))
        const client = clientDataOf(parseStrictJson(decodeUtf8(decodeBase64Url(proof.clientDataJson))))
        const accepted = [challenge, encodeBase64Url(encodeUtf8(challenge))]
        return Option.exists(client, (data) => accepted.includes(data.challenge))
      }
    }
  })

const isOperatorAct = Schema.is(OperatorAct)
const isMailedAct = Schema.is(MailedAct)

const clientDataOf = Schema.decodeUnknownOption(Schema.Struct({ challenge: Schema.String }))

const digestOf = (hash: string): Uint8Array => decodeHex(hash, { bytes: 32 })

/** A check that throws on malformed input has failed. */
const passes = (check: () => boolean): boolean => parsed(check) ?? false
