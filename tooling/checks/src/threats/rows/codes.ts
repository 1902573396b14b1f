import type { Table } from "../Threat.ts"

export const codes: Table = {
  title: "Codes by e-mail",
  rows: [
    {
      row: "O1",
      attack: "Guessing",
      defence:
        "five in a row lock the credential for 30 minutes; after that, and until a right code, codes have 65 bits: at most five guesses at a short code",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/codes.ts"
      ],
      notClaimed: "sign-ins of the owner, each of which forgets four wrong codes; and an attacker who reads the mailbox"
    },
    {
      row: "O2",
      attack: "Guessing in parallel",
      defence: "exactly five are judged",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/verify.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts"
      ],
      notClaimed: "guesses at many credentials at once: limits per token bound those"
    },
    {
      row: "O3",
      attack: "A new code for new guesses",
      defence: "the count stays",
      where: ["packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts"],
      notClaimed: "a wrong code that is typed at another service"
    },
    {
      row: "O4",
      attack: "A crash that forgets the count",
      defence: "what was judged is committed before it is answered: a killed node takes nothing back",
      where: ["packages/core/src/rules/credentials/kinds/email-otp/verify.ts"],
      notClaimed: "a store that forgets what it acknowledged"
    },
    {
      row: "O5",
      attack: "An old code or bundle after a new one",
      defence: "refused; at most one session",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/verify.ts"
      ],
      notClaimed: "mails that arrive out of order confuse people, not the service"
    },
    {
      row: "O6",
      attack: "A code of another account",
      defence: "does not open",
      where: ["packages/core/src/rules/credentials/kinds/email-otp/verify.ts", "packages/wire/src/otpBundle.ts"],
      notClaimed: "one mailbox behind two accounts"
    },
    {
      row: "O7",
      attack: "Another key on the second leg",
      defence: "401: the sealed key signs, and no other",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/verify.ts",
        "packages/wire/src/verificationToken.ts"
      ],
      notClaimed: "a client that seals another party's key"
    },
    {
      row: "O8",
      attack: "Malformed content inside a good seal",
      defence: "refused like one that does not open, and counted",
      where: ["packages/wire/src/otpBundle.ts", "packages/core/src/rules/credentials/kinds/email-otp/verify.ts"],
      notClaimed: "a seal that does not open is no guess, and is not counted"
    },
    {
      row: "O9",
      attack: "A flooded mailbox",
      defence: "limits per credential and per address",
      where: [
        "packages/core/src/rules/credentials/kinds/EMAIL_OTP.ts",
        "packages/core/src/rules/limits/storeThrottle.ts"
      ],
      notClaimed: "other services that mail to the same address"
    },
    {
      row: "O10",
      attack: "Detecting a credential by response time",
      defence: "mail leaves beside the request; a hanging mailer changes no answer",
      where: [
        "packages/core/src/operations/deliverDue.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/codes.ts"
      ],
      notClaimed: "enumeration by the platform itself, which may list its credentials"
    },
    {
      row: "O11",
      attack: "Addresses that are two, or become two",
      defence: "normalised, then judged, then stored; exactly one",
      where: ["packages/core/src/model/Email.ts", "adapters/smtp/src/SmtpOptions.ts"],
      notClaimed: "that a mail provider distinguishes addresses in the same way"
    },
    {
      row: "O12",
      attack: "A code in a log or a record",
      defence: "stored as a keyed digest; sealed until mailed",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/codes.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/codes.ts"
      ],
      notClaimed: "the mail itself, and the logs of the mailer"
    },
    {
      row: "O13",
      attack: "Codes compared loosely",
      defence: "digests of one length, compared in constant time; other digits are other codes",
      where: [
        "adapters/node-crypto/src/nodeCrypto.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/verify.ts"
      ],
      notClaimed: "time below what the processor's comparison takes"
    },
    {
      row: "O14",
      attack: "A code that lives too long",
      defence: "300 s to the millisecond",
      where: ["packages/core/src/rules/credentials/kinds/email-otp/codes.ts", "packages/core/src/model/Policy.ts"],
      notClaimed: "mail that takes longer than its code lives"
    },
    {
      row: "O15",
      attack: "A mail server that is down",
      defence: "the reply is unchanged, the mail is retried, never two codes on their way",
      where: ["packages/core/src/operations/deliverDue.ts", "adapters/smtp/src/smtpMailer.ts"],
      notClaimed: "that a mail arrives: a server may take it and lose it"
    },
    {
      row: "O16",
      attack: "An API token adds its own address",
      defence: "a stamp of an existing credential is needed; one EMAIL_OTP an account",
      where: ["packages/core/src/rules/credentials/withDefaults.ts", "packages/core/src/operations/credentials/add.ts"],
      notClaimed: "the first credential of an account, which its platform names"
    }
  ]
}
