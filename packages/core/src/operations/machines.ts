import { type Drawn, toMarkdownTable, toMermaid } from "../machine/Machine.ts"
import * as Credential from "../rules/credentials/Credential.ts"
import * as EmailOtp from "../rules/credentials/kinds/email-otp/EmailOtp.ts"
import * as Customer from "../rules/customers/Customer.ts"
import * as Delivery from "../rules/events/Event.ts"
import * as ExternalAccount from "../rules/external-accounts/Status.ts"
import * as InternalAccount from "../rules/internal-accounts/InternalAccount.ts"
import * as PaymentMoney from "../rules/payments/moves.ts"
import * as Transaction from "../rules/payments/Transaction.ts"
import * as Recovery from "../rules/recovery/Recovery.ts"
import * as Session from "../rules/sessions/Session.ts"
import * as SignedRequest from "../rules/signed-requests/SignedRequest.ts"
import * as CustomerVerification from "../rules/verifications/CustomerVerification.ts"

const printed = (machine: Drawn) => ({
  name: machine.name,
  begins: [machine.begins],
  states: machine.states,
  edges: machine.edges,
  mermaid: toMermaid(machine),
  table: toMarkdownTable(machine)
})

/** Every state machine. */
export const machines = [
  SignedRequest.machine,
  Session.machine,
  Credential.machine,
  EmailOtp.machine,
  Recovery.machine,
  ExternalAccount.machine,
  Transaction.machine,
  PaymentMoney.machine,
  Customer.machine,
  CustomerVerification.machine,
  InternalAccount.machine,
  Delivery.machine
].map((machine: Drawn) => printed(machine))
