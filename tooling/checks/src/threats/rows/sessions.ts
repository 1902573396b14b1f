import type { Table } from "../Threat.ts"

export const sessions: Table = {
  title: "Sessions and credentials",
  rows: [
    {
      row: "S1",
      attack: "Distinguishing revoked, expired and foreign",
      defence: "the same 404",
      where: ["packages/core/src/rules/sessions/Session.ts", "packages/core/src/rules/sessions/Session.ts"],
      notClaimed: "times of the database"
    },
    {
      row: "S2",
      attack: "A refresh racing a revocation",
      defence: "in turn, or refused",
      where: ["packages/core/src/operations/sessions/refresh.ts", "packages/core/src/operations/sessions/revoke.ts"],
      notClaimed: "which of the two comes first"
    },
    {
      row: "S3",
      attack: "Sessions without end",
      defence: "a cap an account; the oldest ends",
      where: ["packages/core/src/operations/sessions/open.ts", "packages/core/src/model/Policy.ts"],
      notClaimed: "that a user knows each session by name"
    },
    {
      row: "S4",
      attack: "A stolen key refreshed for ever",
      defence: "a family ends 24 hours after its login",
      where: ["packages/core/src/operations/sessions/refresh.ts", "packages/core/src/rules/sessions/Session.ts"],
      notClaimed: "a thief who signs in anew with the credential"
    },
    {
      row: "S5",
      attack: "A credential that removes itself",
      defence: "another one's session has to sign",
      where: [
        "packages/core/src/rules/signed-requests/Signer.ts",
        "packages/core/src/operations/credentials/revoke.ts"
      ],
      notClaimed: "an attacker with two credentials"
    },
    {
      row: "S6",
      attack: "Two credentials that remove each other",
      defence: "one stays",
      where: [
        "packages/core/src/operations/credentials/revoke.ts",
        "packages/core/src/operations/customers/standingChange.ts"
      ],
      notClaimed: "which of the two stays"
    },
    {
      row: "S7",
      attack: "A login racing the removal of its credential",
      defence:
        "no session of it is left: the login commits only over the credential it read, and the versions of its code and of its account would stop it too",
      where: [
        "packages/core/src/operations/credentials/verify.ts",
        "packages/core/src/operations/sessions/open.ts",
        "packages/core/src/operations/credentials/revoke.ts"
      ],
      notClaimed: "calls that were committed before"
    },
    {
      row: "S8",
      attack: "Another's sessions in a list",
      defence: "the environment is part of every key",
      where: [
        "packages/core/src/operations/sessions/list.ts",
        "packages/http/src/resources/authentication/sessions.ts"
      ],
      notClaimed: "what a platform shows of its own users"
    },
    {
      row: "S9",
      attack: "A session used after its end",
      defence: "nothing is cached; the store's clock decides",
      where: [
        "packages/core/src/rules/sessions/Session.ts",
        "packages/core/src/rules/signed-requests/StampAuthority.ts"
      ],
      notClaimed: "a store whose own clock is wrong"
    },
    {
      row: "S10",
      attack: "An e-mail change without its owner",
      defence: "signed; live codes void; the old address notified",
      where: ["packages/core/src/operations/customers/update.ts", "packages/core/src/ports/Mailer.ts"],
      notClaimed: "that the old address is still in use"
    },
    {
      row: "S11",
      attack: "Rules passed by through the store",
      defence: "an adapter has `load`, `find`, `commit`, `claimDue` and `sweep`, and none of them knows a rule",
      where: ["packages/core/src/store/Store.ts"],
      notClaimed: "an attacker with write access to the database"
    },
    {
      row: "S12",
      attack: "Ids of one type in the calls of another",
      defence: "400 by name",
      where: [
        "packages/core/src/operations/credentials/challenge.ts",
        "packages/core/src/operations/credentials/verify.ts"
      ],
      notClaimed: "that types stay secret: a list shows them"
    },
    {
      row: "S13",
      attack: "A back door after recovery",
      defence: "where a credential is, nothing is added without a stamp",
      where: [
        "packages/core/src/operations/credentials/add.ts",
        "packages/core/src/operations/credentials/firstCredential.ts"
      ],
      notClaimed: "recovery after the loss of every credential, which does not exist"
    }
  ]
}
