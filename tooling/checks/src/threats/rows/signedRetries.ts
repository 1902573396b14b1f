import type { Table } from "../Threat.ts"

export const signedRetries: Table = {
  title: "Signed retries",
  rows: [
    {
      row: "R1",
      attack: "A consumed request id is sent again",
      defence: "401; the action does not execute twice",
      where: [
        "packages/core/src/rules/signed-requests/SignedRequest.ts",
        "packages/core/src/operations/signed-requests/signedRetry.ts"
      ],
      notClaimed: "a second request of the same kind, signed separately"
    },
    {
      row: "R2",
      attack: "One request id in many concurrent calls",
      defence: "one call succeeds",
      where: ["packages/core/src/operations/signed-requests/signedRetry.ts", "adapters/postgres/src/commit.ts"],
      notClaimed: "which of the concurrent calls succeeds"
    },
    {
      row: "R3",
      attack: "Another body on the retry",
      defence: "401; the request stays pending",
      where: [
        "packages/core/src/operations/signed-requests/signedRetry.ts",
        "packages/core/src/rules/signed-requests/SignedRequest.ts"
      ],
      notClaimed: "formatting: another order of keys is the same body"
    },
    {
      row: "R4",
      attack: "A request id of one operation on another",
      defence: "401",
      where: ["packages/core/src/rules/signed-requests/SignedRequest.ts"],
      notClaimed: "calls that need no signature"
    },
    {
      row: "R5",
      attack: "A request id of one account with a stamp of another",
      defence: "401",
      where: [
        "packages/core/src/rules/signed-requests/Signer.ts",
        "packages/core/src/rules/signed-requests/StampAuthority.ts"
      ],
      notClaimed: "two accounts of one person, which are treated as two accounts"
    },
    {
      row: "R6",
      attack: "Only one of the two headers",
      defence: "401 with the name of the missing header",
      where: ["packages/http/src/resources/signedRetry.ts"],
      notClaimed: "calls that take neither header ignore both"
    },
    {
      row: "R7",
      attack: "A request that expires between the legs",
      defence:
        "the request is invalid from its expiry on; the store's clock decides in the commit, and PostgreSQL checks again after it has waited for locks",
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
      defence: "one node consumes an id, once",
      where: ["packages/core/src/operations/signed-requests/signedRetry.ts", "adapters/postgres/src/commit.ts"],
      notClaimed: "clocks that are minutes apart: one node may reject a request that another accepts"
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
      attack: "A payload that the client serialises again",
      defence: "401; the signature must cover the stored bytes",
      where: ["packages/wire/src/activity.ts", "packages/core/src/operations/signed-requests/pendingRequest.ts"],
      notClaimed: "clients that sign other bytes: they get a refusal, and only `countersign explain` for diagnosis"
    },
    {
      row: "R11",
      attack: "A payload that does not name its action",
      defence: "the payload names call, account, mode, request id and expiry",
      where: ["packages/wire/src/activity.ts", "packages/core/src/operations/signed-requests/pendingRequest.ts"],
      notClaimed: "that a user reads the payload before signing it"
    },
    {
      row: "R12",
      attack: "A flood of first calls",
      defence: "429 with an accurate Retry-After; pending requests stay valid",
      where: ["packages/core/src/rules/limits/storeThrottle.ts", "packages/core/src/operations/sweepExpired.ts"],
      notClaimed: "a flood below the limit, of up to a quarter of the capacity per node"
    },
    {
      row: "R13",
      attack: "The reply is lost after the commit",
      defence: "the change is committed and visible in lists, and the id is consumed",
      where: ["packages/core/src/operations/signed-requests/signedRetry.ts"],
      notClaimed:
        "the lost reply itself: values that are delivered once, such as a session key, must be requested again"
    },
    {
      row: "R14",
      attack: "The outcome of a commit is unknown",
      defence: "503, never a 2xx or a 401",
      where: ["adapters/postgres/src/failures.ts", "packages/core/src/operations/answerIdempotently.ts"],
      notClaimed: "which of the two outcomes occurred: a later read shows it"
    },
    {
      row: "R15",
      attack: "A guessed request id",
      defence: "an id has 74 random bits and authorises nothing without a stamp",
      where: ["adapters/node-crypto/src/nodeCrypto.ts", "packages/wire/src/sessionProof.ts"],
      notClaimed: "that an id is secret: it is not"
    },
    {
      row: "R16",
      attack: "A 202 mistaken for success",
      defence: "the client answers a challenge with its signature or an error",
      where: ["packages/client/src/operations/signedRetry.ts", "packages/client/src/answers/credentials.ts"],
      notClaimed: "clients by other vendors"
    },
    {
      row: "R17",
      attack: "A backend that sends the payload of another call",
      defence: "the client does not sign, and reports the difference",
      where: ["packages/client/src/operations/requireSameAction.ts"],
      notClaimed: "clients by other vendors, and calls that the page itself makes"
    }
  ]
}
