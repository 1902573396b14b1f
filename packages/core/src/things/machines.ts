import { type Drawn, toMarkdownTable, toMermaid } from "../machine/Machine.ts"
import * as InternalAccount from "./accounts/rules/InternalAccount.ts"
import * as Credential from "./credentials/rules/Credential.ts"
import * as Customer from "./customers/rules/Customer.ts"
import * as CustomerVerification from "./customers/rules/CustomerVerification.ts"
import * as ExternalAccount from "./external-accounts/rules/Status.ts"
import * as OneTimeCode from "./one-time-codes/rules/OneTimeCode.ts"
import * as PaymentMoney from "./payments/rules/moves.ts"
import * as Transaction from "./payments/rules/Transaction.ts"
import * as Recovery from "./recovery/rules/Recovery.ts"
import * as Session from "./sessions/rules/Session.ts"
import * as SignedRequest from "./signed-requests/rules/SignedRequest.ts"
import * as Delivery from "./webhooks/rules/Event.ts"

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
  OneTimeCode.machine,
  Recovery.machine,
  ExternalAccount.machine,
  Transaction.machine,
  PaymentMoney.machine,
  Customer.machine,
  CustomerVerification.machine,
  InternalAccount.machine,
  Delivery.machine
].map((machine: Drawn) => printed(machine))
