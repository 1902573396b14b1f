import * as EmailOtp from "../credentials/kinds/email-otp/EmailOtp.ts"
import * as ExternalAccount from "../external-accounts/Status.ts"
import { type Drawable, toMarkdownTable, toMermaid } from "../kernel/diagram.ts"
import * as Transaction from "../payments/Transaction.ts"
import * as Session from "../sessions/Session.ts"
import * as SignedRequest from "../signed-requests/SignedRequest.ts"

const printed = (machine: Drawable) => ({
  name: machine.name,
  begins: machine.begins,
  states: machine.states,
  edges: machine.edges,
  mermaid: toMermaid(machine),
  table: toMarkdownTable(machine)
})

/** Every state machine, printed from the table it runs on. */
export const machines = [
  SignedRequest.machine,
  Session.machine,
  EmailOtp.machine,
  ExternalAccount.machine,
  Transaction.machine
].map(printed)
