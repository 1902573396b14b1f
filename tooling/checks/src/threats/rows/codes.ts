import type { Table } from "../Threat.ts"

export const codes: Table = {
  title: "Codes by e-mail",
  rows: [
    {
      row: "O1",
      attack: "Guessing a code",
      defence:
        "five consecutive wrong codes lock the credential for 30 minutes; after that, until a correct code, codes have 65 bits, so a short code can be guessed at most five times",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/codes.ts"
      ],
      notClaimed:
        "sign-ins of the owner, each of which resets up to four wrong codes; an attacker who reads the mailbox"
    },
    {
      row: "O2",
      attack: "Guessing in parallel",
      defence: "the server checks exactly five codes",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/verify.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts"
      ],
      notClaimed: "guesses at many credentials at once, which the limits per token bound"
    },
    {
      row: "O3",
      attack: "Requesting a new code to guess again",
      defence: "a new code does not reset the counter",
      where: ["packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts"],
      notClaimed: "a correct code that the user types into another service"
    },
    {
      row: "O4",
      attack: "A crash that resets the counter",
      defence: "the counter is committed before the reply is sent, so a killed node loses no count",
      where: ["packages/core/src/rules/credentials/kinds/email-otp/verify.ts"],
      notClaimed: "a store that loses acknowledged writes"
    },
    {
      row: "O5",
      attack: "An old code or bundle after a new one was issued",
      defence: "the server rejects it; at most one session opens",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/verify.ts"
      ],
      notClaimed: "mails that arrive out of order, which confuse users but do not affect the service"
    },
    {
      row: "O6",
      attack: "A code of another account",
      defence: "the sealed code cannot be decrypted",
      where: ["packages/core/src/rules/credentials/kinds/email-otp/verify.ts", "packages/wire/src/otpBundle.ts"],
      notClaimed: "one mailbox that serves two accounts"
    },
    {
      row: "O7",
      attack: "Another key signs the second leg",
      defence: "401: only the key sealed with the code may sign",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/verify.ts",
        "packages/wire/src/verificationToken.ts"
      ],
      notClaimed: "a client that seals another party's key"
    },
    {
      row: "O8",
      attack: "Malformed content inside a valid seal",
      defence: "the server rejects and counts it like a wrong code",
      where: ["packages/wire/src/otpBundle.ts", "packages/core/src/rules/credentials/kinds/email-otp/verify.ts"],
      notClaimed: "a seal that cannot be decrypted: it is not a guess and is not counted"
    },
    {
      row: "O9",
      attack: "Flooding a mailbox with codes",
      defence: "rate limits per credential and per address",
      where: [
        "packages/core/src/rules/credentials/kinds/EMAIL_OTP.ts",
        "packages/core/src/rules/limits/storeThrottle.ts"
      ],
      notClaimed: "other services that mail to the same address"
    },
    {
      row: "O10",
      attack: "Detecting a credential by response time",
      defence: "a worker sends mail outside the request, so a slow mailer delays no reply",
      where: [
        "packages/core/src/operations/deliverDue.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/codes.ts"
      ],
      notClaimed: "enumeration by the platform itself, which may list its credentials"
    },
    {
      row: "O11",
      attack: "An address that lists two mailboxes, or becomes two after parsing",
      defence: "the server normalises, validates and then stores exactly one address",
      where: ["packages/core/src/model/Email.ts", "adapters/smtp/src/SmtpOptions.ts"],
      notClaimed: "that a mail provider distinguishes addresses in the same way"
    },
    {
      row: "O12",
      attack: "A code in a log or a stored record",
      defence: "the store contains a keyed digest; until it is mailed, the code is encrypted",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/codes.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/codes.ts"
      ],
      notClaimed: "the mail itself, and the logs of the mailer"
    },
    {
      row: "O13",
      attack: "Codes compared loosely, such as in other digits",
      defence: "the server compares digests of equal length in constant time; non-ASCII digits are a different code",
      where: [
        "adapters/node-crypto/src/nodeCrypto.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/verify.ts"
      ],
      notClaimed: "timing differences inside the processor's comparison"
    },
    {
      row: "O14",
      attack: "A code that is valid for too long",
      defence: "a code expires after 300 s, to the millisecond",
      where: ["packages/core/src/rules/credentials/kinds/email-otp/codes.ts", "packages/core/src/model/Policy.ts"],
      notClaimed: "a mail that arrives after its code has expired"
    },
    {
      row: "O15",
      attack: "A mail server that is down",
      defence: "the reply does not change, delivery is retried, and two codes are never in delivery at once",
      where: ["packages/core/src/operations/deliverDue.ts", "adapters/smtp/src/smtpMailer.ts"],
      notClaimed: "that a mail arrives: a mail server may accept it and lose it"
    },
    {
      row: "O16",
      attack: "An API token adds an e-mail address of its choice",
      defence: "a stamp of an existing credential is required; an account has at most one EMAIL_OTP credential",
      where: ["packages/core/src/rules/credentials/withDefaults.ts", "packages/core/src/operations/credentials/add.ts"],
      notClaimed: "the first credential of an account, which its platform names"
    }
  ]
}
