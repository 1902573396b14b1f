import { Data } from "@countersign/core/effect"

/**
 * The reason why a mail was not accepted. It contains codes and numbers only, because the texts of servers and
 * libraries may contain an address or other personal data.
 */
export class SmtpFault extends Data.TaggedError("SmtpFault")<{
  /** The code of nodemailer or the system: `EENVELOPE`, `ETIMEDOUT`, `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
  readonly code: string
  /** The command that failed: `CONN`, `STARTTLS`, `AUTH PLAIN`, `MAIL FROM`, `RCPT TO`, `DATA`. */
  readonly step?: string
  /** The status of the server's reply, such as 451. */
  readonly status?: number
  /** Its enhanced status (RFC 3463), such as `4.7.1`. */
  readonly enhanced?: string
}> {
  override get message(): string {
    const { code, enhanced, status, step } = this
    return ["The mail was not accepted:", code, step && `at ${step}`, status && `answered ${status}`, enhanced]
      .filter((part) => part !== undefined)
      .join(" ")
  }
}

/** Copies the fields of an error that contain no personal data. */
export const faultOf = (error: unknown): SmtpFault => {
  if (error instanceof SmtpFault) return error
  const code = matching(fieldOf(error, "originalCode"), CODE) ?? matching(fieldOf(error, "code"), CODE) ?? "UNKNOWN"
  const step = matching(fieldOf(error, "command"), STEP)
  const [, status, enhanced] = REPLY.exec(String(fieldOf(error, "response"))) ?? []
  return new SmtpFault({
    code,
    ...(step === undefined ? {} : { step }),
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(enhanced === undefined ? {} : { enhanced })
  })
}

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined

const matching = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === "string" && pattern.test(value) ? value : undefined

// These codes contain no digits, and so no mailed code.
const CODE = /^[A-Z_]{2,60}$/u
const STEP = /^(?:CONN|API|EHLO|HELO|STARTTLS|AUTH [A-Z-]{1,20}|MAIL FROM|RCPT TO|DATA|RSET)$/u
// RFC 3463 allows three digits, but no registered status needs them. A mailed code would.
const REPLY = /^([245][0-9]{2})(?:[ -]([245]\.[0-9]\.[0-9]{1,2})(?![0-9]))?/u
