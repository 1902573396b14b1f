import {
  decodeBase64Url,
  decodeHex,
  decodeStamp,
  decodeUtf8,
  encodeBase64Url,
  encodeUtf8,
  type PublicKey,
  parseStrictJson,
  verifyP256Digest,
  WireError
} from "@countersign/wire"
import { Option, Schema } from "effect"
import { bytesOf, hashOf, NO_RECEIPT, type Receipt, type ReceiptHead } from "./Receipt.ts"

/**
 * What is wrong with a receipt, or with a chain of them.
 *
 * | Fault | What it shows |
 * |---|---|
 * | `ALTERED` | the hash is not that of what the receipt says |
 * | `NOT_SIGNED` | none of the trusted service keys signed the hash |
 * | `PROOF_INVALID` | the stamp does not cover the payload, or the assertion is of another challenge |
 * | `OUT_OF_ORDER` | the sequence does not go on by one: a receipt is missing, doubled or moved |
 * | `CHAIN_BROKEN` | `previous` is not the hash of the receipt before |
 * | `TIME_WENT_BACK` | it is older than the receipt before |
 * | `CONSUMED_TWICE` | another receipt used up the same id |
 * | `HEAD_DIFFERS` | a head that was kept names another receipt at this place |
 * | `CUT_OFF` | a head that was kept is further than the receipts go |
 */
export type ReceiptFault =
  | "ALTERED"
  | "NOT_SIGNED"
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
  /** Judges the next receipt of its account. Accounts may come in any order, the receipts of one in theirs. */
  readonly take: (receipt: Receipt) => ReadonlyArray<ReceiptFinding>
  /** What only the end shows. `lateStarts` are accounts whose first receipts are not here: they expired, or were taken away. */
  readonly end: () => {
    readonly receipts: number
    readonly accounts: number
    readonly findings: ReadonlyArray<ReceiptFinding>
    readonly lateStarts: ReadonlyArray<string>
  }
}

/**
 * Judges receipts by nothing but themselves, the service keys that somebody trusts, and heads that were kept elsewhere.
 * A chain alone cannot show that its end was cut off, nor that all of an account is gone: the heads do.
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
    const account = accountOf(receipt)
    const chain = chains.get(account)
    const faults: ReadonlyArray<ReceiptFault | false> = [
      hashOf(bytesOf(termsOf(receipt))) !== receipt.hash && "ALTERED",
      !isSigned(receipt, trusted.signers) && "NOT_SIGNED",
      !isProven(receipt) && "PROOF_INVALID",
      ...(chain === undefined ? beginning(receipt, heads.get(account)) : following(receipt, chain)),
      chain?.consumed.has(receipt.consumed) === true && "CONSUMED_TWICE",
      isOther(receipt, heads.get(account)?.get(receipt.sequence)) && "HEAD_DIFFERS"
    ]
    const { at, hash, sequence } = receipt
    const consumed = chain?.consumed ?? new Set()
    consumed.add(receipt.consumed)
    chains.set(account, { accountId: receipt.accountId, first: chain?.first ?? sequence, at, hash, sequence, consumed })
    return faults.filter((fault) => fault !== false).map((fault) => findingOf(fault, receipt))
  }

  const end = () => {
    const cut = [...heads].flatMap(([account, kept]) => {
      const last = chains.get(account)?.sequence ?? 0
      return [...kept.values()].filter(({ sequence }) => sequence > last).map((head) => findingOf("CUT_OFF", head))
    })
    const late = [...chains.values()].filter(({ first }) => first > 1).map(({ accountId }) => accountId)
    return { receipts, accounts: chains.size, findings: cut, lateStarts: late }
  }
  return { take, end }
}

/** What the next receipt of an account is judged by. */
interface Chain extends Pick<Receipt, "accountId" | "at" | "hash" | "sequence"> {
  readonly first: number
  readonly consumed: Set<string>
}

type Kept = ReadonlyMap<number, ReceiptHead>

const byAccount = (heads: Iterable<ReceiptHead>): ReadonlyMap<string, Kept> => {
  const accounts = new Map<string, Map<number, ReceiptHead>>()
  for (const head of heads) {
    const kept = accounts.get(accountOf(head)) ?? new Map<number, ReceiptHead>()
    accounts.set(accountOf(head), kept.set(head.sequence, head))
  }
  return accounts
}

const accountOf = ({ accountId, mode, platformId }: ReceiptHead): string => `${mode}/${platformId}/${accountId}`

const findingOf = (fault: ReceiptFault, { accountId, sequence }: ReceiptHead): ReceiptFinding => ({
  fault,
  accountId,
  sequence
})

/** The first one here may be a later one: those before it have expired. A head of the last of them binds it. */
const beginning = ({ previous, sequence }: Receipt, kept: Kept | undefined): ReadonlyArray<ReceiptFault | false> => {
  const before = sequence === 1 ? NO_RECEIPT : kept?.get(sequence - 1)?.hash
  return [before !== undefined && before !== previous && "CHAIN_BROKEN"]
}

const following = (receipt: Receipt, chain: Chain): ReadonlyArray<ReceiptFault | false> => [
  receipt.sequence !== chain.sequence + 1 && "OUT_OF_ORDER",
  receipt.previous !== chain.hash && "CHAIN_BROKEN",
  receipt.at < chain.at && "TIME_WENT_BACK"
]

const isOther = (receipt: Receipt, head: ReceiptHead | undefined): boolean =>
  head !== undefined && head.hash !== receipt.hash

const termsOf = ({ hash: _, signature: __, ...terms }: Receipt) => terms

/** The keys are few, and a key that does not fit costs one check: no name of a key is believed. */
const isSigned = ({ hash, signature }: Receipt, signers: ReadonlyArray<PublicKey>): boolean =>
  holds(() => {
    const [digest, der] = [digestOf(hash), decodeHex(signature, { maxBytes: 72 })]
    return signers.some((signer) => verifyP256Digest(digest, der, signer))
  })

/**
 * A stamp is verified here, by the digest of what it covers. The signature of an assertion needs the passkey's own key,
 * which a receipt does not hold: what is checked is that it was made over this payload.
 */
const isProven = ({ mode, operation, payloadSha256, proof }: Receipt): boolean =>
  holds(() => {
    switch (proof.type) {
      case "WAIVED":
        return mode === "sandbox"
      case "ERASURE":
        return operation === "EraseCustomer"
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

const clientDataOf = Schema.decodeUnknownOption(Schema.Struct({ challenge: Schema.String }))

const digestOf = (hash: string): Uint8Array => decodeHex(hash, { bytes: 32 })

/** What does not even read does not hold. */
const holds = (check: () => boolean): boolean => {
  try {
    return check()
  } catch (error) {
    if (error instanceof WireError) return false
    throw error
  }
}
