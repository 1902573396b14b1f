import type { Table } from "../Threat.ts"

export const sessions: Table = {
  title: "Sessions and credentials",
  rows: [
    {
      row: "S1",
      attack: "Distinguishing revoked, expired and other users' sessions",
      defence: "the server returns the same 404",
      where: ["packages/core/src/rules/sessions/Session.ts", "packages/core/src/rules/sessions/Session.ts"],
      notClaimed: "response times of the database"
    },
    {
      row: "S2",
      attack: "A refresh concurrent with a revocation",
      defence: "one commits first, and the other then sees its result or is rejected",
      where: ["packages/core/src/operations/sessions/refresh.ts", "packages/core/src/operations/sessions/revoke.ts"],
      notClaimed: "which of the two commits first"
    },
    {
      row: "S3",
      attack: "An unlimited number of sessions",
      defence: "each account has a maximum; a new session ends the oldest",
      where: ["packages/core/src/operations/sessions/open.ts", "packages/core/src/model/Policy.ts"],
      notClaimed: "that a user recognises each session by name"
    },
    {
      row: "S4",
      attack: "A stolen key that is refreshed without end",
      defence: "a session family expires 24 hours after its login",
      where: ["packages/core/src/operations/sessions/refresh.ts", "packages/core/src/rules/sessions/Session.ts"],
      notClaimed: "a thief who signs in again with the credential"
    },
    {
      row: "S5",
      attack: "A credential that removes itself",
      defence: "a session of another credential must sign",
      where: [
        "packages/core/src/rules/signed-requests/Signer.ts",
        "packages/core/src/operations/credentials/revoke.ts"
      ],
      notClaimed: "an attacker with two credentials"
    },
    {
      row: "S6",
      attack: "Two credentials that remove each other",
      defence: "one remains",
      where: [
        "packages/core/src/operations/credentials/revoke.ts",
        "packages/core/src/operations/customers/standingChange.ts"
      ],
      notClaimed: "which of the two remains"
    },
    {
      row: "S7",
      attack: "A login concurrent with the removal of its credential",
      defence:
        "no session of it remains: the login commits only against the credential version it read, and the versions of its code and its account would prevent it too",
      where: [
        "packages/core/src/operations/credentials/verify.ts",
        "packages/core/src/operations/sessions/open.ts",
        "packages/core/src/operations/credentials/revoke.ts"
      ],
      notClaimed: "calls that were committed before"
    },
    {
      row: "S8",
      attack: "Another user's sessions in a list",
      defence: "the environment is part of every key",
      where: [
        "packages/core/src/operations/sessions/list.ts",
        "packages/http/src/resources/authentication/sessions.ts"
      ],
      notClaimed: "the data that a platform shows to its own users"
    },
    {
      row: "S9",
      attack: "A session used after its end",
      defence:
        "the commit checks the session's version and expiry by the store's clock, also when the session was read from a cache",
      where: [
        "packages/core/src/rules/sessions/Session.ts",
        "packages/core/src/rules/signed-requests/StampAuthority.ts"
      ],
      notClaimed: "a store whose own clock is wrong"
    },
    {
      row: "S10",
      attack: "An e-mail change without the owner's signature",
      defence: "the server requires a signature, invalidates pending codes and notifies the old address",
      where: ["packages/core/src/operations/customers/update.ts", "packages/core/src/ports/Mailer.ts"],
      notClaimed: "that the old address is still in use"
    },
    {
      row: "S11",
      attack: "Rules bypassed through the store",
      defence: "an adapter has `load`, `find`, `commit`, `claimDue` and `sweep`, and none of them contains a rule",
      where: ["packages/core/src/store/Store.ts"],
      notClaimed: "an attacker with write access to the database"
    },
    {
      row: "S12",
      attack: "An id of one credential type in a call of another",
      defence: "the server returns 400 with the name of the check",
      where: [
        "packages/core/src/operations/credentials/challenge.ts",
        "packages/core/src/operations/credentials/verify.ts"
      ],
      notClaimed: "that types stay secret: a list shows them"
    },
    {
      row: "S13",
      attack: "Adding a credential without a signature, under the name of recovery",
      defence: "when an account has a credential, a new one requires a stamp",
      where: [
        "packages/core/src/operations/credentials/add.ts",
        "packages/core/src/operations/credentials/firstCredential.ts"
      ],
      notClaimed: "recovery after the loss of every credential, which is not supported"
    }
  ]
}
