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
        "packages/core/src/operations/payments/quotePayload.ts",
        "packages/core/src/operations/payments/executeQuote.ts",
        "packages/core/src/rules/payments/SignedTerms.ts",
        "packages/client/src/operations/executeQuote.ts"
      ],
      notClaimed: "a payee whom the platform named wrongly before the quote was made; the holder of a UMA address"
    },
    {
      row: "FA2",
      attack: "A call of one environment does, delays or repeats the work of another",
      defence:
        "a moved clock claims due records of its own environment alone, in a fiber of its own under the wired services; faults and time are decorators around the ports of the sandbox",
      where: [
        "packages/sandbox/src/clock/advanceClock.ts",
        "packages/sandbox/src/clock/sandboxClockControl.ts",
        "packages/sandbox/src/faults/sandboxFaults.ts"
      ],
      notClaimed: "processor time: environments of one process share its cores"
    },
    {
      row: "FA3",
      attack: "An API token alone deletes a customer whose wallet has credentials",
      defence:
        "a signed retry wherever a wallet of the customer has a credential; erasure without the user is a call of the host alone, with a reason, a receipt and a notice",
      where: ["packages/core/src/operations/customers/delete.ts", "tooling/checks/src/authority/tokenPowers.ts"],
      notClaimed: "a customer whose wallets have no credential, and a host program that erases without need"
    },
    {
      row: "FA4",
      attack: "An API token alone changes the email address that the next EMAIL_OTP credential uses",
      defence:
        "signed wherever a wallet of the customer has any credential; both addresses are notified; the client compares the address in the payload",
      where: [
        "packages/core/src/operations/customers/update.ts",
        "packages/core/src/ports/Mailer.ts",
        "packages/client/src/createClient.ts"
      ],
      notClaimed: "the first address of a customer whose wallets have no credential; that the old address is in use"
    },
    {
      row: "FA5",
      attack: "An unauthenticated caller makes the server read and parse a body",
      defence:
        "the server authenticates and limits the caller from headers alone, and reads a body afterwards: a 401 needs none of it; a body of more than 64 KiB is a 413",
      where: ["packages/http/src/server/run.ts", "packages/http/src/node/request.ts"],
      notClaimed:
        "what a body parser in front of the mount reads, and the bytes that Node discards to keep a connection"
    },
    {
      row: "FA6",
      attack: "A guard reads another path, method or body than the route it protects",
      defence:
        "a target out of its normal form is a 400 at guards and mounts, the body of a GET or HEAD is refused at guards, and a body that was read and not handed over is refused on HTTP/1.1 and HTTP/2",
      where: [
        "packages/http/src/message/target.ts",
        "packages/http/src/node/request.ts",
        "packages/http/src/node/bridge.ts",
        "packages/http/src/guards/hostCall.ts"
      ],
      notClaimed: "a host that rewrites the target between the guard and the route"
    },
    {
      row: "FA7",
      attack: "A second spelling of a path passes a rule of the host in front of the mount",
      defence:
        "one spelling for each path: dot segments, empty segments, backslashes, fragments and needless escapes are a 400 at the mount",
      where: ["packages/http/src/message/target.ts", "packages/http/src/webHandler.ts"],
      notClaimed: "rules that a proxy in front applies to a target that it forwards in another spelling"
    },
    {
      row: "FA8",
      attack: "A webhook signature of one environment verifies under the key of another",
      defence:
        "the P-256 signature of webhooks uses a key derived for the platform and the mode; each environment publishes its own keys alone",
      where: ["packages/core/src/operations/webhooks/webhookHeaders.ts", "adapters/node-crypto/src/purposeKeys.ts"],
      notClaimed:
        "the P-256 signature covers the body alone, so its receiver compares the id and the time inside the body"
    },
    {
      row: "FA9",
      attack: "Anonymous calls through a guard fill the store or lock the owner out",
      defence:
        "a pending request stores the digest of its body and at most 4 KiB of payload and path, and first calls are limited for each caller that the host names",
      where: [
        "packages/core/src/operations/signed-requests/signedCall.ts",
        "packages/core/src/operations/signed-requests/pendingRequest.ts"
      ],
      notClaimed:
        "authentication of the caller: that is the host's, in front of the guard; without a named caller all calls share the limit of the account"
    },
    {
      row: "FA10",
      attack: "A proof of possession is consumed again on a node whose clock is behind",
      defence:
        "the commit that consumes a proof is judged by the clock of the store: from the proof's expiry on it is refused on every node",
      where: ["packages/core/src/operations/sessions/prove.ts"],
      notClaimed: "a store whose own clock jumps back"
    },
    {
      row: "FA11",
      attack: "An anonymous caller locks the owner of an EMAIL_OTP credential out",
      defence:
        "one lock of 30 minutes; from then until a right code the codes have 65 bits and wrong answers lock nothing; a session of another credential lifts the lock",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
        "packages/core/src/rules/credentials/kinds/EMAIL_OTP.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/codes.ts"
      ],
      notClaimed:
        "callers who request codes at will: a newer code replaces an older one, and the limits of O9 are shared"
    },
    {
      row: "FA12",
      attack: "A signature made for one purpose is accepted for another",
      defence: "a key per purpose, derived from the service key by HKDF; the port has no key without a purpose",
      where: ["adapters/node-crypto/src/purposeKeys.ts", "packages/core/src/ports/ServiceKey.ts"],
      notClaimed: "all keys follow from one secret: the service key gives them all"
    },
    {
      row: "FA13",
      attack: "One identity token registers on two accounts",
      defence: "the first leg of a registration consumes the token, guarded by its age at the clock of the store",
      where: ["packages/core/src/rules/credentials/kinds/OAUTH.ts", "packages/core/src/operations/credentials/add.ts"],
      notClaimed: "two tokens that an issuer makes for one person: one identity may be registered on several accounts"
    },
    {
      row: "FA14",
      attack: "Sandbox code is loaded where every token is a production token",
      defence: "the sandbox is imported by one module, which is loaded at wiring where a sandbox token is configured",
      where: ["packages/countersign/src/ports.ts", "packages/countersign/src/sandboxPorts.ts"],
      notClaimed: "a process whose host imports @countersign/sandbox itself"
    }
  ]
}
