import type { Table } from "../Threat.ts"

export const authority: Table = {
  title: "Authority: an action without the signature it needs, or across an environment",
  rows: [
    {
      row: "FA1",
      attack: "A quote is signed, then either end of it changes before it is executed",
      defence:
        "dynamic linking: the signed text names payee, account and amounts, and a digest of both ends; 409 when an end differs, checked in the commit; the client shows the terms before it signs",
      where: [
        "packages/core/src/workflows/quotePayload.ts",
        "packages/core/src/workflows/executeQuote.ts",
        "packages/core/src/payments/SignedTerms.ts",
        "packages/client/src/operations/executeQuote.ts"
      ],
      notClaimed: "a payee whom the platform named wrongly before the quote was made; the holder of a UMA address"
    },
    {
      row: "FA2",
      attack: "A call of one environment does, delays or repeats the work of another",
      defence: "open: not defended yet",
      where: ["packages/countersign/src/workers.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA3",
      attack: "An API token alone deletes a customer whose wallet has credentials",
      defence: "open: not defended yet",
      where: ["packages/core/src/workflows/deleteCustomer.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA4",
      attack: "An API token alone changes the email address that the next EMAIL_OTP credential uses",
      defence: "open: not defended yet",
      where: ["packages/core/src/workflows/updateCustomer.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA5",
      attack: "An unauthenticated caller makes the server read and parse a body",
      defence: "open: not defended yet",
      where: ["packages/http/src/web/edge.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA6",
      attack: "A guard reads another path, method or body than the route it protects",
      defence: "open: not defended yet",
      where: ["packages/http/src/guards/hostCall.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA7",
      attack: "A second spelling of a path passes a rule of the host in front of the mount",
      defence: "open: not defended yet",
      where: ["packages/http/src/web/splitTarget.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA8",
      attack: "A webhook signature of one environment verifies under the key of another",
      defence: "open: not defended yet",
      where: ["packages/core/src/workflows/webhookHeaders.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA9",
      attack: "Anonymous calls through a guard fill the store or lock the owner out",
      defence: "open: not defended yet",
      where: ["packages/core/src/workflows/signedCall.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA10",
      attack: "A proof of possession is consumed again on a node whose clock is behind",
      defence: "open: not defended yet",
      where: ["packages/core/src/workflows/proveSession.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA11",
      attack: "An anonymous caller locks the owner of an EMAIL_OTP credential out",
      defence: "open: not defended yet",
      where: ["packages/core/src/credentials/kinds/email-otp/EmailOtp.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA12",
      attack: "A signature made for one purpose is accepted for another",
      defence: "open: not defended yet",
      where: ["adapters/node-crypto/src/nodeServiceKey.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA13",
      attack: "One identity token registers on two accounts",
      defence: "open: not defended yet",
      where: ["packages/core/src/credentials/kinds/OAUTH.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA14",
      attack: "Sandbox code is loaded where every token is a production token",
      defence: "open: not defended yet",
      where: ["packages/countersign/src/ports.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    }
  ]
}
