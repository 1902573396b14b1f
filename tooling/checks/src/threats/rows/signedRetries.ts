import type { Table } from "../Threat.ts"

export const signedRetries: Table = {
  title: "Signed retries",
  rows: [
    {
      row: "R1",
      attack: "A used request id again",
      defence: "401; nothing happens twice",
      where: [
        "packages/core/src/rules/signed-requests/SignedRequest.ts",
        "packages/core/src/operations/signed-requests/signedRetry.ts"
      ],
      notClaimed: "a second request of the same kind, signed separately"
    },
    {
      row: "R2",
      attack: "One request id many times at once",
      defence: "one success",
      where: ["packages/core/src/operations/signed-requests/signedRetry.ts", "adapters/postgres/src/commit.ts"],
      notClaimed: "which of the racers is the one"
    },
    {
      row: "R3",
      attack: "Another body on the retry",
      defence: "401; the request still waits",
      where: [
        "packages/core/src/operations/signed-requests/signedRetry.ts",
        "packages/core/src/rules/signed-requests/SignedRequest.ts"
      ],
      notClaimed: "spelling: another order of keys is the same body"
    },
    {
      row: "R4",
      attack: "An id of one operation on another",
      defence: "401",
      where: ["packages/core/src/rules/signed-requests/SignedRequest.ts"],
      notClaimed: "nothing is said of calls that need no signature"
    },
    {
      row: "R5",
      attack: "An id of one account with a stamp of another",
      defence: "401",
      where: [
        "packages/core/src/rules/signed-requests/Signer.ts",
        "packages/core/src/rules/signed-requests/StampAuthority.ts"
      ],
      notClaimed: "two accounts of one person are two accounts"
    },
    {
      row: "R6",
      attack: "One of the two headers alone",
      defence: "401 by name",
      where: ["packages/http/src/resources/signedRetry.ts"],
      notClaimed: "calls that take neither header ignore both"
    },
    {
      row: "R7",
      attack: "A request that ends between the legs",
      defence:
        "it expires at its last millisecond, exclusive; the store's clock decides, in the commit, and PostgreSQL again after it waited for locks",
      where: [
        "packages/core/src/model/Environment.ts",
        "packages/core/src/operations/signed-requests/signedRetry.ts",
        "adapters/postgres/migrations/0001_initial.sql"
      ],
      notClaimed: "a store whose own clock is wrong"
    },
    {
      row: "R8",
      attack: "Nodes whose clocks disagree",
      defence: "an id is taken once, by one of them",
      where: ["packages/core/src/operations/signed-requests/signedRetry.ts", "adapters/postgres/src/commit.ts"],
      notClaimed: "clocks that are minutes off: a node with one may refuse what another would take"
    },
    {
      row: "R9",
      attack: "The signing session ends between the legs",
      defence: "401",
      where: [
        "packages/core/src/rules/signed-requests/StampAuthority.ts",
        "packages/core/src/operations/signed-requests/signedRetry.ts"
      ],
      notClaimed: "a session that ends after the commit"
    },
    {
      row: "R10",
      attack: "A payload serialised anew",
      defence: "401; the stored bytes are the truth",
      where: ["packages/wire/src/activity.ts", "packages/core/src/operations/signed-requests/pendingRequest.ts"],
      notClaimed: "clients that sign something else get a refusal and no help beyond `countersign explain`"
    },
    {
      row: "R11",
      attack: "A payload that does not say what it is for",
      defence: "it names call, account, mode, id and end",
      where: ["packages/wire/src/activity.ts", "packages/core/src/operations/signed-requests/pendingRequest.ts"],
      notClaimed: "that a user reads what is shown before signing it"
    },
    {
      row: "R12",
      attack: "A flood of first legs",
      defence: "429 with an honest Retry-After; none that waits is dropped",
      where: ["packages/core/src/rules/limits/storeThrottle.ts", "packages/core/src/operations/sweepExpired.ts"],
      notClaimed: "a flood before the limit is reached, a quarter of its capacity a node"
    },
    {
      row: "R13",
      attack: "The answer is lost after the commit",
      defence: "the change is committed, the id is consumed, the list shows it",
      where: ["packages/core/src/operations/signed-requests/signedRetry.ts"],
      notClaimed: "the lost answer itself: what is delivered once, such as a session's key, is requested again"
    },
    {
      row: "R14",
      attack: "The outcome of a commit is unknown",
      defence: "503, never a 2xx or a 401",
      where: ["adapters/postgres/src/failures.ts", "packages/core/src/operations/answerIdempotently.ts"],
      notClaimed: "which of the two outcomes it was: a later read shows it"
    },
    {
      row: "R15",
      attack: "A guessed request id",
      defence: "74 random bits, and worth nothing without a stamp",
      where: ["adapters/node-crypto/src/nodeCrypto.ts", "packages/wire/src/sessionProof.ts"],
      notClaimed: "that an id is a secret: it is not one"
    },
    {
      row: "R16",
      attack: "A 202 taken for success",
      defence: "the client answers a challenge with its signature or an error",
      where: ["packages/client/src/operations/signedRetry.ts", "packages/client/src/answers/credentials.ts"],
      notClaimed: "clients of other makes"
    },
    {
      row: "R17",
      attack: "A backend that hands out the payload of another call",
      defence: "the client signs nothing, and says what differs",
      where: ["packages/client/src/operations/requireSameAction.ts"],
      notClaimed: "clients of other makes, and calls that the page itself makes"
    }
  ]
}
